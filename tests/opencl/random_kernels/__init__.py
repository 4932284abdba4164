"""Random kernels of OpenCL C whose results are defined, and the search for one of which the tool
and another implementation make different things."""
