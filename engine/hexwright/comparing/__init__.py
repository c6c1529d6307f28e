"""What two sets of rules have in common and what not: the values, told in words, and the games played by both."""
