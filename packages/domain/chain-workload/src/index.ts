export type { ChainFacts } from './chain-facts.ts';
export { generateWorkload } from './generate-workload.ts';
export { type PartialWorkloadOptions } from './workload-options.ts';
