export { type BuriedRecord, createDeadLetters } from './dead-letters.ts';
export { DeadLettersError } from './dead-letters-error.ts';
