"""What holds near a point or at infinity: limits in goals, asymptotic orders, squeezes."""
