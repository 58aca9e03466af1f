// What only tests of other packages need.
export { methodIdOf } from '../method-id.ts';
