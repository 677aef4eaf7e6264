"""The full-screen client. A guide for those who build on it.

What is on the screen is a pure function of what is known and of the state of the screen itself:

    SeatHandle ──notices──> Story ─┐
                  view ────────────┴─> Scene ─┐
    keys, clicks, typed lines ─────────> Ui ──┴─> models ──> paint ──> layout ──> prompt-toolkit

- `scene.Scene` holds all that the client knows about its table, as values; `ui.Ui` what is half chosen and
  which page lies open. Whatever a new part needs to show goes into one of the two.
- `models/` makes plain data of them (no styles, no columns, no terminal): `models.asked` what is asked and
  its options, grouped from the core's legal decisions; `models.answer` what a key or words mean among these;
  `models.table` the table; `models.screen` the whole.
- `paint/` turns models into lines of `spans.Span` (a text, the name of a style, what a click does), and
  `layout` puts the lines where the size of the terminal lets them be: wide, normal (80 by 24 has all),
  `compact`. `arrange` gives the room to what is needed to decide first. Any size is answered with exactly
  that many lines, none too wide.
- `themes` says what the names of styles look like, `glyphs` which characters are used: each sign says by its
  shape what a colour may say too. `settings.Settings` is what a person can set.
- `commands` has the one table of commands: typed words, keys, the bar of keys, completion and help come from
  it; `acts` has what they do, `pages` the texts that they lay over the board. They know their client as a
  `seated.Seated` only, or as a `looker.Looker` what a spectator can give too, since the line modes
  (`cli.plain`, `cli.watch_client`) take their commands and what they tell (`story`) from here too.
- `table_screen.TableScreen` is the controller: keys, clicks, lines and notices in, `Ui` and `Scene` out. It
  knows no terminal and no rule: what is legal is the core's list, why not is the core's `why_not`.
- `watch_screen.WatchScreen` is the controller of a watched game; what is known of that is `cli.watch_desk`'s,
  on the screen and in lines. It shares `live_screen` with the table, and both `paged` with the replay.
- `controller.Controller` is what a screen is to `app.FullScreen`, which alone meets prompt-toolkit and shows
  any of them, `drawing` saying when, and `whole_frames` that a terminal is to show it whole; `guard` keeps
  the terminal in order meanwhile. `client.ScreenClient` shows a table with what is told of it, and the replay
  over its end; `cli.person` chooses between it and the line mode.
- `app.FullScreen.present` shows a controller over another one, without the terminal being given back: so
  `menu_screen.MenuScreen` (home: menus, forms and lists of `models.menu`) leads to all else and back, and
  `lobby_screen.LobbyScreen` (`lines_screen.LinesScreen`, lines and keys, with the lobby above them) to the
  table. `cli.stage.stand` runs a command so; `cli.home` and `cli.home_menus` say what home is and does.
- `replay_screen.ReplayScreen` is the controller of a replay, `replay_commands.COMMANDS` the table of what can
  be done there, `replay_client.ReplayClient` what lets it read on and play as time passes.

Where to add: a page, as a function in `pages` and a row in `COMMANDS`; a line beside the board, as a field of
`models.table.Table`, a painter in `paint.facts` and its claims in `layout` and `compact`; another kind of
screen, as a `Controller` of its own with the same models and painters under it.

Tests: models as plain data, `tests/cli/screen/goldens.py` for screens kept as text (`python -m
tests.cli.screen.goldens` writes them anew), keys through a pipe, and the real program read back by pyte.
"""
