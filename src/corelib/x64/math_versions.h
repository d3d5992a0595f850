// The C library's functions are versioned by processor: these are the oldest for this one.
#pragma once

// CoreCLR is linked with these versions, which answer NaN without a sign for arguments outside their domain.
__asm__(".symver exp,exp@GLIBC_2.2.5");
__asm__(".symver log,log@GLIBC_2.2.5");
__asm__(".symver log2,log2@GLIBC_2.2.5");
__asm__(".symver pow,pow@GLIBC_2.2.5");
