"""Special rules of printed games, one module (or small package) a rule; they import public hexwright names only."""
