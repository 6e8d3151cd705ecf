"""Numbers, whatever they are made of: order and equality as written, cases, instances, values, letters."""
