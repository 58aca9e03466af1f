import type { TvmEnvironment } from '@tonriver/tvm';
import { createBoundedMemory } from '../state/bounded-memory.ts';
import type { ChainState, RunPoint } from '../state/chain-state.ts';
import { createDigests } from './digests.ts';

/** The environments of runs: what they see of the chain at a block. */
export interface Environments {
  at(point: RunPoint): Promise<TvmEnvironment>;
}

/** How long a block counts as one without a list of previous blocks. */
const PROVISIONAL_MS = 1_000;

/** Keeps one environment per block. Its key is made from its contents, so that blocks with equal contents share it. */
export function createEnvironments(state: ChainState, bounds: { readonly entriesMax: number }): Environments {
  const kept = createBoundedMemory<TvmEnvironment>({
    ...bounds,
    // File hashes are confirmed later. Without them there is no list of previous blocks yet.
    isFinal: ({ previousBlocksBoc }) => previousBlocksBoc !== null,
    provisionalMs: PROVISIONAL_MS,
  });
  const digestOf = createDigests();
  return {
    at: (point) =>
      kept.find(point.key, async () => {
        const [configBoc, previousBlocksBoc] = await Promise.all([state.config(point), state.previousBlocks(point)]);
        const previous = previousBlocksBoc === null ? 'none' : digestOf(previousBlocksBoc);
        const key = `${digestOf(configBoc)}:${previous}:${point.unixTime}`;
        return { key, configBoc, previousBlocksBoc, unixTime: point.unixTime };
      }),
  };
}
