export type { ChainFacts } from './chain-facts.ts';
export { generateWorkload, type Workload, type WorkloadRound } from './generate-workload.ts';
export {
  DEFAULT_WORKLOAD,
  type PartialWorkloadOptions,
  type WorkloadNetwork,
  type WorkloadOptions,
} from './workload-options.ts';
