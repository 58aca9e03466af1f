// The first file of a thread; its argument is the address of the file to run. Plain JavaScript, because older versions of
// Node do not read TypeScript without what it registers.
import '@tonriver/strip-types';

await import(process.argv[2]);
