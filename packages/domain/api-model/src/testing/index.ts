// Exports for tests of other packages.
export { answerSchemas } from '../answers/answers.ts';
