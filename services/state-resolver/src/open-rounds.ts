import type { CellStore } from '@tonriver/cell-store';
import type { RawBlock } from '@tonriver/events';
import type { ChosenRound } from './apply-round.ts';

/** A block as far as it is identified here. */
type BlockOfRound = Pick<RawBlock, 'round' | 'rootHash'>;

/**
 * Remembers a round that was done and may lack blocks: an announced block could not be read, other blocks were
 * announced as well, or a block is missing that the masterchain block names. Blocks of it that come late are resolved
 * alone. They are identified by their root hashes, which are checked, and not by what records announce.
 */
export function markRoundOpen(
  store: CellStore,
  { seqno, blocks, hasAllNamedBlocks }: ChosenRound,
  others: readonly BlockOfRound[],
): void {
  const refused = blocks.find((block) => block.refused !== null)?.refused;
  if (refused === undefined && others.length === 0 && hasAllNamedBlocks) return;
  store.putRecord(
    openKey(seqno),
    Buffer.from(refused?.code ?? (hasAllNamedBlocks ? 'other_blocks' : 'named_blocks_missing')),
  );
  for (const block of blocks) if (block.refused === null) markResolved(store, block.raw);
  for (const raw of others) markResolved(store, raw);
}

/** Whether a late block is to be resolved: its round may lack blocks, and this one was not resolved yet. */
export function isRoundOpenFor(store: CellStore, { round, rootHash }: BlockOfRound): boolean {
  if (round === null || store.record(openKey(round.seqno)) === undefined) return false;
  return store.record(resolvedKey(round.seqno, rootHash)) === undefined;
}

/** Remembers a block of a round as resolved, for when it is delivered again. */
export function markResolved(store: CellStore, { round, rootHash }: BlockOfRound): void {
  if (round !== null) store.putRecord(resolvedKey(round.seqno, rootHash), Buffer.from([1]));
}

function openKey(seqno: number): string {
  return `open/${seqno}`;
}

function resolvedKey(seqno: number, rootHash: string): string {
  return `${openKey(seqno)}/${rootHash}`;
}
