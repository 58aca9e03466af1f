// Exports for tests of other packages.
export { listDeadLetters } from '../list-dead-letters.ts';
export { redriveDeadLetters } from '../redrive-dead-letters.ts';
