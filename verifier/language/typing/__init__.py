"""The shapes of terms, and the equality of sizes."""
