"""Cameras, dice, price tracks: each with a real and a simulated device behind the companion's protocols."""
