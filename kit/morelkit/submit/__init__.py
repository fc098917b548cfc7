"""`morelkit submit`: send predictions to a shared task. The only part of the library that uses the network."""
