import { createHash } from 'node:crypto';
import type { TvmEnvironment } from '@tonriver/tvm';
import { createBoundedMemory } from '../state/bounded-memory.ts';
import type { ChainState, RunPoint } from '../state/chain-state.ts';

/** What runs at a block see of the chain. */
export interface Environments {
  at(point: RunPoint): Promise<TvmEnvironment>;
}

/** One environment per block, kept; its key is made of its contents, so that blocks with equal ones share it. */
export function createEnvironments(state: ChainState, bounds: { readonly entriesMax: number }): Environments {
  const kept = createBoundedMemory<TvmEnvironment>({
    ...bounds,
    // Hashes of files are confirmed later: without them there is no list of previous blocks yet.
    isFinal: ({ previousBlocksBoc }) => previousBlocksBoc !== null,
  });
  const digests = new WeakMap<Uint8Array, string>();
  const digestOf = (bytes: Uint8Array): string => {
    const known = digests.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url');
    digests.set(bytes, known);
    return known;
  };
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
