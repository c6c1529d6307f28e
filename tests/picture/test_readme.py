"""The picture that README opens with is the one that the tool draws today."""

from __future__ import annotations

from pathlib import Path

from hexwright.game import Game
from hexwright.picture.draw import picture

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_in_readme_is_fresh() -> None:
    game = Game.load(ROOT / "rulesets" / "torch_tunisia")
    assert "](docs/board.svg)" in (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n", 2)[1]
    drawn = picture(game, game.start(), seat="onlooker")
    again = "hexwright render torch_tunisia -o docs/board.svg"
    assert (ROOT / "docs" / "board.svg").read_text(encoding="utf-8") == drawn, again
