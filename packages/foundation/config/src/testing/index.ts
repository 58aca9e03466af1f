// What only tests of other packages need.
export { environmentHelp } from '../read-environment.ts';
