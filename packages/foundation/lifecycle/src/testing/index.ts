// What only tests of other packages need.
export { birthOf } from '../process-identity.ts';
