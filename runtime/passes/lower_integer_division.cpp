// Written by lead at this moment (see notes/nir.md).
