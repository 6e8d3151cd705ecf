"""Words that are written out while a text is read: orders, chances, expectations."""
