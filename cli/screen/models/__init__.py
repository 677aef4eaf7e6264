"""View models: plain data from a scene and the UI state by pure functions; cli.screen.paint paints them."""
