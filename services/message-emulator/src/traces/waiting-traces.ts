import type { LiveTrace } from './live-trace.ts';
import type { LiveTraces } from './live-traces.ts';

type OfAccount = Pick<LiveTraces, 'ofAccount'>;

/** Traces of messages to its account that came before it and that no block has. */
export function waitingBefore(trace: LiveTrace, traces: OfAccount): LiveTrace[] {
  const earlier: LiveTrace[] = [];
  for (const other of traces.ofAccount(trace.message.account)) {
    if (other === trace) break;
    if (isWaiting(other)) earlier.push(other);
  }
  return earlier;
}

/** The same for those that came after it. */
export function waitingAfter(trace: LiveTrace, traces: OfAccount): LiveTrace[] {
  const all = [...traces.ofAccount(trace.message.account)];
  return all.slice(all.indexOf(trace) + 1).filter(isWaiting);
}

/** Those before it of which it is known what they do: the message may only be valid behind them. */
export function earlierThan(trace: LiveTrace, traces: OfAccount): LiveTrace[] {
  return waitingBefore(trace, traces).filter(isPredicted);
}

/**
 * Whether it was predicted behind an earlier message that still waits. When their account changes that one is emulated
 * again, and only if it does something else then, the later ones are.
 */
export function isInChain(trace: LiveTrace, traces: OfAccount): boolean {
  return trace.isBehind && isPredicted(trace) && waitingBefore(trace, traces).some(isPredicted);
}

function isWaiting({ mined, endedAtMs }: LiveTrace): boolean {
  return mined.length === 0 && endedAtMs === undefined;
}

function isPredicted({ prediction }: LiveTrace): boolean {
  return prediction !== undefined;
}
