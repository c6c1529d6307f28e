"""Loading a ruleset: schema, layers, diagnostics and checks live in this package."""
