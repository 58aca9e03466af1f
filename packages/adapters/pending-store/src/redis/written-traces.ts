import type { PendingTrace } from '../pending-trace.ts';
import { headOf, type ValueHead } from './sealed-traces.ts';

/** What this process wrote of a trace, to find out whether it is still so. */
export interface WrittenTrace extends ValueHead {
  readonly externalHash: string;
  readonly accounts: readonly string[];
  readonly expiresAtMs: number;
  /** The state of the store in which it was seen there: what was seen in another one may be lost. */
  readonly seenIn: string;
}

/** Remembers what was written, for as long as the store has it. */
export function createWrittenTraces() {
  const written = new Map<string, WrittenTrace>();
  const forgetExpired = (): void => {
    for (const [key, { expiresAtMs }] of written) if (expiresAtMs <= Date.now()) written.delete(key);
  };
  return {
    get: (key: string): WrittenTrace | undefined => written.get(key),
    delete: (key: string): void => void written.delete(key),
    add({ key, externalHash, accounts }: PendingTrace, value: Buffer, ttlMs: number, seenIn: string): void {
      // The value itself is not kept in memory with its first bytes.
      const { head, length } = headOf(value);
      const expiresAtMs = Date.now() + ttlMs;
      written.set(key, { head: Buffer.from(head), length, externalHash, accounts, expiresAtMs, seenIn });
    },
    see(key: string, seenIn: string): void {
      const one = written.get(key);
      if (one !== undefined) written.set(key, { ...one, seenIn });
    },
    /** Those of these keys that were written, as far as they have not expired. */
    among(keys: readonly string[]): readonly (readonly [string, WrittenTrace])[] {
      forgetExpired();
      return keys.flatMap((key) => {
        const one = written.get(key);
        return one === undefined ? [] : [[key, one] as const];
      });
    },
    /** The states in which those that have not expired were seen: one, if all were seen since the store was emptied. */
    states(): ReadonlySet<string> {
      forgetExpired();
      return new Set([...written.values()].map(({ seenIn }) => seenIn));
    },
  };
}

export type WrittenTraces = ReturnType<typeof createWrittenTraces>;
