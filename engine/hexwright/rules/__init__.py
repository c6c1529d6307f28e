"""Rules that several games share, a family a module: frames, and questions about them."""

from ..frames import Frame
from . import movement, sequence, simultaneous

SHIPPED: tuple[type[Frame], ...] = (*sequence.FRAMES, *movement.FRAMES, *simultaneous.FRAMES)
