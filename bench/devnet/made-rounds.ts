import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';

const LOOK_AGAIN_MS = 50;

export interface MadeRounds {
  /** When each round was made, by its seqno: the last look at which the chain did not say that it has it. Ms. */
  readonly madeAtMs: ReadonlyMap<number, number>;
  /** The times between the rounds as the chain makes them, ms. */
  readonly intervalsMs: readonly number[];
}

/** Watches the chain itself until the signal aborts. The answer fills while it watches. */
export function watchMadeRounds(
  network: ServedNetwork,
  signal: AbortSignal,
): MadeRounds & { readonly done: Promise<void> } {
  const madeAtMs = new Map<number, number>();
  const intervalsMs: number[] = [];
  const watch = async (): Promise<void> => {
    let [seqno, sinceMs] = [0, 0];
    for (let beforeMs = performance.now(); !signal.aborted; await sleep(LOOK_AGAIN_MS)) {
      const lookedMs = performance.now();
      const last = Number((await network.get('/devnet/status')).json['last_seqno']);
      if (last > seqno) {
        if (seqno > 0) {
          // Rounds that came together have that much of the time each.
          const rounds = last - seqno;
          for (let round = 1; round <= rounds; round += 1) {
            madeAtMs.set(seqno + round, beforeMs);
            intervalsMs.push((beforeMs - sinceMs) / rounds);
          }
        }
        [seqno, sinceMs] = [last, beforeMs];
      }
      beforeMs = lookedMs;
    }
  };
  return { madeAtMs, intervalsMs, done: watch() };
}
