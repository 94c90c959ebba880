"""The commands of the command line, a module each; here the rooms are put together."""
