export { apiForm } from '../api-form.ts';
export { generatedActions } from '../generated-action.ts';
export { readCase } from '../read-case.ts';
export { type TraceCase } from '../trace-case.ts';
export { recordedCases } from './recorded-cases.ts';
export { GLOBAL_ID, rebuildChain, type RebuiltChain } from './rebuilt-chain.ts';
export { readRecordedTrace } from './recorded-trace.ts';
