// The static runtime holds functions that call these two, and nothing calls those: without these versions they would
// ask for glibc 2.35, where everything else asks for 2.34.

#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif

__asm__(".symver first_hypot, hypot@" FIRST "\n.symver first_hypotf, hypotf@" FIRST);
double first_hypot(double x, double y);
float first_hypotf(float x, float y);

double hypot(double x, double y) { return first_hypot(x, y); }
float hypotf(float x, float y) { return first_hypotf(x, y); }
