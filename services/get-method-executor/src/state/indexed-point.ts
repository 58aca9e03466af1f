import { hashToHex } from '@tonriver/chain-model';
import type { IndexedBlock } from '@tonriver/chain-reader';
import type { RunPoint } from './chain-state.ts';

/** A block of the indexed range at which calls run. */
export type IndexedPoint = RunPoint & IndexedBlock;

export function indexedPoint(block: IndexedBlock): IndexedPoint {
  return { ...block, key: hashToHex(block.rootHash), recorded: null };
}

export function isIndexed(point: RunPoint): point is IndexedPoint {
  return 'range' in point;
}
