// What only tests of other packages need.
export { answerSchemas } from '../answers/answers.ts';
