import type { Trace } from './trace.ts';

/** What is carried from round to round: open edges and the traces that have them. Bounded by messages in flight. */
export interface AssemblyState {
  /** Message hash → the trace that waits for its receiver. */
  readonly openEdges: Map<string, string>;
  /** Trace id → trace, for traces with open edges. */
  readonly openTraces: Map<string, Trace>;
}

export function emptyAssemblyState(): AssemblyState {
  return { openEdges: new Map(), openTraces: new Map() };
}
