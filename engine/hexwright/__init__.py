"""hexwright: a declarative rules engine for hex-and-phase board wargames; this file only names the public doors."""
