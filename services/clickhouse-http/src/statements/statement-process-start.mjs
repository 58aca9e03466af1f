// The first file of a process that runs statements. Plain JavaScript, because older versions of Node do not
// read TypeScript without what it registers.
import '@tonriver/strip-types';

await import('./statement-process-main.ts');
