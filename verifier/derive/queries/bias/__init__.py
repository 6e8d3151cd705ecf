"""Which function training minimises, and what its dynamics are in the coordinates of the predictor."""
