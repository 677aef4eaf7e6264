"""Sessions in memory under random schedules, against one insider who signs whatever comes to its mind."""
