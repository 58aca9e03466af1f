// Exports for tests of other packages.
export { methodIdOf } from '../method-id.ts';
