import { createSeal, SEAL_BYTES } from '@tonriver/seal';
import type { Metrics } from '@tonriver/telemetry';
import { LRUCache } from 'lru-cache';
import { type PendingTrace, pendingTrace } from '../pending-trace.ts';
import type { PendingKeys } from './pending-keys.ts';

/** Clocks of the processes may differ by this much. Redis removes values in time by its own clock. */
const CLOCKS_DIFFER_MS = 60_000;
/** Traces that were read before: most readers ask for the same ones again and again. Bytes of their values. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;

export interface SealedTracesOptions {
  readonly keys: PendingKeys;
  readonly secret: string;
  readonly metrics: Metrics;
}

/** A value in Redis: its first bytes and its length tell it from every other one. */
export interface ValueHead {
  readonly head: Buffer;
  readonly length: number;
}

/** Writes and reads the values of the store. What cannot be read is counted, and counts as missing. */
export function createSealedTraces({ keys, secret, metrics }: SealedTracesOptions) {
  const seal = createSeal({ purpose: 'pending', secret });
  const remembered = new LRUCache<string, PendingTrace>({ maxSize: REMEMBERED_BYTES_MAX });
  const rejected = metrics.counter(
    'tonriver_pending_values_rejected_total',
    'Values of the pending store that could not be read, by reason; each was treated as missing',
    ['reason'],
  );
  const reject = (reason: string): undefined => {
    rejected.inc({ reason });
    return undefined;
  };
  const wrap = (key: string, text: string, ttlMs: number): Buffer =>
    seal.wrap(key, Buffer.from(text), Date.now() + ttlMs + CLOCKS_DIFFER_MS);
  const open = (key: string, bytes: Uint8Array): Buffer | undefined => {
    const value = seal.open(key, bytes, Date.now());
    if (typeof value === 'string') return reject(value);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  return {
    reject,
    wrapTrace: (trace: PendingTrace, ttlMs: number): Buffer =>
      wrap(keys.trace(trace.key), JSON.stringify(trace), ttlMs),
    openTrace(key: string, bytes: Buffer): PendingTrace | undefined {
      const value = open(keys.trace(key), bytes);
      if (value === undefined) return undefined;
      const trace = traceIn(value);
      if (trace === undefined || trace.key !== key) return reject('undecodable');
      remembered.set(nameOf(key, headOf(bytes)), trace, { size: bytes.length });
      return trace;
    },
    remembered: (key: string, head: ValueHead): PendingTrace | undefined => remembered.get(nameOf(key, head)),
    wrapConfirmation: (partition: number, partitions: number, ttlMs: number): Buffer =>
      wrap(keys.confirmed(partition), String(partitions), ttlMs),
    /** Whether these are confirmations of all partitions, in their order. */
    areConfirmed: (values: readonly Buffer[]): boolean =>
      values.length > 0 &&
      values.every((bytes, partition) => open(keys.confirmed(partition), bytes)?.toString() === String(values.length)),
  };
}

export type SealedTraces = ReturnType<typeof createSealedTraces>;

export function headOf(value: Buffer): ValueHead {
  return { head: value.subarray(0, SEAL_BYTES), length: value.length };
}

function nameOf(key: string, { head, length }: ValueHead): string {
  return `${key} ${head.toString('latin1')} ${length}`;
}

/** A value that another release wrote may have another form. */
function traceIn(value: Buffer): PendingTrace | undefined {
  let json: unknown;
  try {
    json = JSON.parse(value.toString());
  } catch {
    return undefined;
  }
  return pendingTrace.safeParse(json).data;
}
