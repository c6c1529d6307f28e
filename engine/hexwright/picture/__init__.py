"""Pictures of boards, counters and positions, drawn from a ruleset's data alone; this room only names its parts."""
