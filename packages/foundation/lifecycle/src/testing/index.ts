// Exports for tests of other packages.
export { birthOf } from '../process-identity.ts';
