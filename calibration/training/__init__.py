"""How the square readers learn; README.md beside this file is the recipe. Not needed to run the program."""
