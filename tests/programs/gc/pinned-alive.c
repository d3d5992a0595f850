// Says that it was called, then waits until it may return; it does not touch the data.
int hold(const void *data, volatile int *inside, volatile int *release)
{
    (void)data;
    *inside = 1;
    while (!*release) {
    }
    return 1;
}
