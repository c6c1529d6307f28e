"""Players that see a View and an Ask and nothing else live in this package."""
