// What only tests of other packages need.
export { libraryReference, merkleProof } from '../exotic-cells.ts';
