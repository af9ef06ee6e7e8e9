cdef void share_out(int n, const int* count, const float* table, float* out) noexcept nogil
