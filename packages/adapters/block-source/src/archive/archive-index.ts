import { type BlockKey, type BlockListing, blockKeyText, compareBlockKeys, indexAtLeast } from '@tonriver/chain-source';
import { BlockSourceError } from '../block-source-error.ts';
import type { BlockLocation } from './block-locations.ts';

/** The locations of the blocks of an archive. Its memory grows with the number of blocks, not with their size. */
export interface ArchiveIndex extends BlockListing {
  /** @throws {BlockSourceError} `conflicting_blocks` */
  add(location: BlockLocation): void;
  locationOf(key: BlockKey): BlockLocation | undefined;
  /** Removes a block whose file does not exist any more. */
  delete(key: BlockKey): void;
  /** Changes with every block that is added or removed. */
  readonly revision: number;
}

export function createArchiveIndex(): ArchiveIndex {
  const locations = new Map<string, BlockLocation>();
  const seqnos: number[] = [];
  let sorted: { readonly revision: number; readonly keys: readonly BlockKey[] } | undefined;
  let revision = 0;
  const changeSeqnos = ({ workchain, seqno }: BlockKey, change: 'add' | 'delete'): void => {
    if (workchain !== -1) return;
    const index = indexAtLeast(seqnos, seqno);
    if (change === 'add') seqnos.splice(index, 0, seqno);
    else seqnos.splice(index, 1);
  };
  return {
    get revision() {
      return revision;
    },
    add(location) {
      const known = locations.get(blockKeyText(location.key));
      addLocation(locations, location);
      if (known !== undefined) return;
      revision += 1;
      changeSeqnos(location.key, 'add');
    },
    delete(key) {
      if (!locations.delete(blockKeyText(key))) return;
      revision += 1;
      changeSeqnos(key, 'delete');
    },
    locationOf: (key) => locations.get(blockKeyText(key)),
    masterchainSeqnos: () => seqnos,
    rootHashOf: (key) => locations.get(blockKeyText(key))?.rootHash,
    originOf: (key) => locations.get(blockKeyText(key))?.origin,
    keys() {
      if (sorted?.revision !== revision) {
        sorted = { revision, keys: [...locations.values()].map(({ key }) => key).toSorted(compareBlockKeys) };
      }
      return sorted.keys;
    },
  };
}

/**
 * Adds the location of a block. Of two copies (a folder and a package) the one that names its file hash is kept. When
 * copies have the same cells in different bytes, one was serialised again, and only the operator can know which.
 */
function addLocation(locations: Map<string, BlockLocation>, location: BlockLocation): void {
  const name = blockKeyText(location.key);
  const known = locations.get(name);
  if (known === undefined) {
    locations.set(name, location);
    return;
  }
  if (known.rootHash !== location.rootHash) {
    throw new BlockSourceError(
      'conflicting_blocks',
      `There are two different blocks ${name}: ${known.origin} and ${location.origin}`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (isDifferent(known.bytesHash, location.bytesHash) || isDifferent(known.fileHash, location.fileHash)) {
    throw new BlockSourceError(
      'conflicting_blocks',
      `Two copies of ${name} differ in their bytes, though not in their cells: ${known.origin} and ` +
        `${location.origin}. Remove the one that was serialised again: its file hash is not the block's`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (known.fileHash === null && location.fileHash !== null) locations.set(name, location);
}

function isDifferent(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right;
}
