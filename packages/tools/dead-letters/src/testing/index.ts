// What only tests of other packages need.
export { listDeadLetters } from '../list-dead-letters.ts';
export { redriveDeadLetters } from '../redrive-dead-letters.ts';
