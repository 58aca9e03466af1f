import type { Surroundings } from '../run/surroundings.ts';
import type { ChainState } from '../state/chain-state.ts';

/**
 * Reads what emulations at a new round will need before they are asked for. Otherwise the first ones of each round
 * would wait for many queries, one after the other, and those that wait for a place with them.
 */
export interface ReadAhead {
  /** Emulations are asked for: new rounds are read for a while. */
  onEmulation(): void;
  /** Resolves when the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** How often it is looked whether there is a new round. */
const INTERVAL_MS = 100;
const AFTER_FAILURE_MS = 1_000;
/** New rounds are read as long after the last emulation: while nobody sends messages they would be read for nothing. */
const USED_MS_MAX = 10_000;

export function createReadAhead({
  state,
  surroundings: { environments },
  now,
  pause,
}: {
  readonly state: Pick<ChainState, 'readAhead'>;
  readonly surroundings: Pick<Surroundings, 'environments'>;
  readonly now: () => number;
  /** Ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}): ReadAhead {
  let usedAtMs = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<void> => {
    const point = await state.readAhead();
    if (point !== undefined) await environments.at(point);
  };
  return {
    onEmulation() {
      usedAtMs = now();
    },
    async run(signal) {
      while (!signal.aborted) {
        let waitMs = INTERVAL_MS;
        try {
          if (now() - usedAtMs < USED_MS_MAX) await read();
        } catch {
          // Emulations read it themselves then, and tell why they cannot.
          waitMs = AFTER_FAILURE_MS;
        }
        await pause(waitMs, signal);
      }
    },
  };
}
