"""Questions beside the verdict: is it defined, can it be met, what is each hypothesis needed for."""
