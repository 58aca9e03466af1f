export { generatedActions } from '../generated-action.ts';
export { readCase } from '../read-case.ts';
export { type TraceCase } from '../trace-case.ts';
export { recordedCases } from './recorded-cases.ts';
