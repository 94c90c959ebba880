"""A module a page, each with its blueprint `pages`."""
