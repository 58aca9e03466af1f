// Exports for tests of other packages.
export { libraryReference, merkleProof } from '../exotic-cells.ts';
