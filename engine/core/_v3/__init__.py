"""The compiled modules of engine.core for x86-64-v3 (AVX2, BMI2); filled by the build."""
