from .bits cimport cpu_level
