import type { Trace } from './trace.ts';

/** The state between rounds: open edges and their traces. Its size follows the messages in flight. */
export interface AssemblyState {
  /** Message hash → the trace that waits for its receiver. */
  readonly openEdges: Map<string, string>;
  /** Trace id → trace, for traces with open edges. */
  readonly openTraces: Map<string, Trace>;
}

export function emptyAssemblyState(): AssemblyState {
  return { openEdges: new Map(), openTraces: new Map() };
}
