"""What the themes make of the characters that prompt-toolkit would style by itself."""

import pytest
from prompt_toolkit.styles import Style, default_ui_style, merge_styles

from cli.screen.themes import THEMES


@pytest.mark.parametrize("theme", THEMES)
def test_a_space_that_keeps_words_together_looks_like_any_other(theme: str) -> None:
    """French writes such spaces before dollars and colons; prompt-toolkit gives them the class nbsp."""
    style = merge_styles([default_ui_style(), Style.from_dict(dict(THEMES[theme]))])
    attributes = style.get_attrs_for_style_str("class:nbsp")
    assert not attributes.underline
    assert attributes.color == "ansidefault"
    assert style.get_attrs_for_style_str("class:title class:nbsp").reverse
