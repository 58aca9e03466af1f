import type { CellStore } from '@tonriver/cell-store';
import type { RawBlock } from '@tonriver/events';
import type { ReadRound } from './apply-round.ts';

/** A block that names a round. */
type BlockOfRound = Pick<RawBlock, 'round' | 'rootHash'>;

/**
 * Remembers a round that was done although not all that was announced of it could be read, or although there were other
 * blocks than it could have, or not those that its masterchain block names. How many blocks it truly has nobody can
 * tell then: what comes late and was not resolved with it is resolved alone. Blocks go by their root hashes, which are
 * checked, and not by what records say of them.
 */
export function leaveOpen(
  store: CellStore,
  { seqno, blocks, hasNamed }: ReadRound,
  others: readonly BlockOfRound[],
): void {
  const refused = blocks.find((block) => block.refused !== null)?.refused;
  if (refused === undefined && others.length === 0 && hasNamed) return;
  store.putRecord(openKey(seqno), Buffer.from(refused?.code ?? (hasNamed ? 'other_blocks' : 'named_blocks_missing')));
  for (const block of blocks) if (block.refused === null) noteResolved(store, block.raw);
  for (const raw of others) noteResolved(store, raw);
}

/** Whether the round of a block that comes late is open for it. */
export function isOpenFor(store: CellStore, { round, rootHash }: BlockOfRound): boolean {
  if (round === null || store.record(openKey(round.seqno)) === undefined) return false;
  return store.record(resolvedKey(round.seqno, rootHash)) === undefined;
}

/** Delivered again it is known. */
export function noteResolved(store: CellStore, { round, rootHash }: BlockOfRound): void {
  if (round !== null) store.putRecord(resolvedKey(round.seqno, rootHash), Buffer.from([1]));
}

function openKey(seqno: number): string {
  return `open/${seqno}`;
}

function resolvedKey(seqno: number, rootHash: string): string {
  return `${openKey(seqno)}/${rootHash}`;
}
