export { rowOfTrace } from '../rows/row-of-trace.ts';
export { batchesOfTraces } from '../rows/write-traces.ts';
export { headerOfRecord, inputOfTrace } from '../traces/trace-header.ts';
export { createWantedParts } from '../traces/wanted-parts.ts';
export { builtTraceRows } from './built-trace-rows.test-support.ts';
export { readInterfacesOfTraces } from '../interfaces/interfaces-of-traces.ts';
