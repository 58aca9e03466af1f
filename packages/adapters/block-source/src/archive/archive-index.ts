import { type BlockKey, type BlockListing, blockKeyText, compareBlockKeys, indexAtLeast } from '@tonriver/chain-source';
import { BlockSourceError } from '../block-source-error.ts';
import type { BlockLocation } from './block-locations.ts';

/** Where every block of an archive lies. It grows with the number of blocks, not with their size. */
export interface ArchiveIndex extends BlockListing {
  /** @throws {BlockSourceError} `conflicting_blocks` */
  add(location: BlockLocation): void;
  locationOf(key: BlockKey): BlockLocation | undefined;
  /** Lets go of a block whose file is gone. */
  delete(key: BlockKey): void;
  /** Another number after every block that came or went. */
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
 * The same block may be there twice (a folder and a package): the copy that names its file hash is kept. Of two copies
 * with the same cells in other bytes, one was written anew, and only the operator can say which.
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
      `Two different blocks claim to be ${name}: ${known.origin} and ${location.origin}`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (isOther(known.bytesHash, location.bytesHash) || isOther(known.fileHash, location.fileHash)) {
    throw new BlockSourceError(
      'conflicting_blocks',
      `Two copies of ${name} differ in their bytes, though not in their cells: ${known.origin} and ` +
        `${location.origin}. Remove the one that was written anew: its file hash is not the block's`,
      { block: name, first: known.origin, second: location.origin },
    );
  }
  if (known.fileHash === null && location.fileHash !== null) locations.set(name, location);
}

function isOther(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right;
}
