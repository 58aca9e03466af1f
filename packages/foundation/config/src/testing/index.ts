// Only tests of other packages need these.
export { environmentHelp } from '../read-environment.ts';
export { describeVariables, type VariableDescription } from '../describe-variables.ts';
export { settings } from '../generated/settings.ts';
