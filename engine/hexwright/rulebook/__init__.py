"""The printed rulebook and player aid of a ruleset, made from what the engine enforces; nothing here plays."""
