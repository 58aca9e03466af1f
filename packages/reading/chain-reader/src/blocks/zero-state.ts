import { columnsSql, deploymentTable, pickColumns } from '@tonriver/row-schema';
import type { ReadingStore } from '../store/reading-store.ts';

/** The hashes of the network's zero state, 32 bytes each. */
interface ZeroStateHashes {
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array;
}

/** Reads the zero state of the stored network; undefined before anything is stored. */
export type ZeroState = () => Promise<ZeroStateHashes | undefined>;

const columns = pickColumns(deploymentTable, 'zero_state_root_hash', 'zero_state_file_hash');

/** Creates a reader. A database never changes its network, so what was found is kept. */
export function createZeroState({ store }: { readonly store: ReadingStore }): ZeroState {
  let found: ZeroStateHashes | undefined;
  return async function zeroState() {
    if (found !== undefined) return found;
    const [row] = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM deployment ORDER BY revision DESC LIMIT 1`,
    );
    if (row !== undefined) found = { rootHash: row.zeroStateRootHash, fileHash: row.zeroStateFileHash };
    return found;
  };
}
