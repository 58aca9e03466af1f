// The first file of the process of a read-only port. Plain JavaScript, because older versions of Node do not
// read TypeScript without what it registers.
import '@tonriver/strip-types';

await import('./main.ts');
