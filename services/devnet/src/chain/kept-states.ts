import { Bag, type Cell } from '@tonriver/boc';
import type { CellStore } from '@tonriver/cell-store';
import type { BuiltBlock } from '@tonriver/chain-builder';
import { type Hash, loadBlock, loadMerkleUpdate } from '@tonriver/chain-model';

/** The cells of the newest states, counted, so that a chain can be opened again after any round that is kept. */
export interface KeptStates {
  /** Stores the zero states. Durable when it resolves. */
  begin(files: readonly Uint8Array[]): Promise<void>;
  /**
   * Stores the states after a round. Durable when it resolves, so the round may be stored now. The round that leaves
   * the window goes with it.
   */
  keep(seqno: number, blocks: readonly BuiltBlock[]): Promise<void>;
  /** Removes states of rounds after the newest stored one: the process ended between the two commits. */
  dropAfter(headSeqno: number): Promise<void>;
  /** Returns a whole state, undefined when it is not stored. */
  read(hash: Hash): Cell | undefined;
}

const PREFIX = 'devnet/round/';
const HASH_BYTES = 32;
const CELLS_MAX = 100_000_000;
const keyOf = (seqno: number): string => PREFIX + String(seqno).padStart(12, '0');

/** @param options.roundsMax how many rounds are kept; at least 2, because the newest may not be stored yet */
export function createKeptStates(cells: CellStore, { roundsMax }: { readonly roundsMax: number }): KeptStates {
  const release = (key: string): void => {
    for (const hash of hashesIn(cells.record(key))) cells.release(hash);
    cells.removeRecord(key);
  };
  return {
    async begin(files) {
      const hashes = files.map((boc) => {
        const bag = Bag.parse(boc);
        return cells.add(bag, bag.root).hash;
      });
      cells.putRecord(keyOf(0), Buffer.concat(hashes));
      await cells.commit();
    },
    async keep(seqno, blocks) {
      const hashes = inBlockOrder(blocks).map(({ boc }) => {
        const bag = Bag.parse(boc);
        return cells.add(bag, loadMerkleUpdate(bag, loadBlock(bag).stateUpdate).newRoot).hash;
      });
      cells.putRecord(keyOf(seqno), Buffer.concat(hashes));
      if (seqno >= roundsMax) release(keyOf(seqno - roundsMax));
      await cells.commit();
    },
    async dropAfter(headSeqno) {
      const later = [...cells.recordsUnder(PREFIX)].map(([key]) => key).filter((key) => key > keyOf(headSeqno));
      if (later.length === 0) return;
      for (const key of later) release(key);
      await cells.commit();
    },
    read: (hash) => (cells.isComplete(hash) ? cells.read(hash, { cellsMax: CELLS_MAX }) : undefined),
  };
}

/** A state refers to cells of the states before it, so those of a round are added in the order of its blocks. */
function inBlockOrder(blocks: readonly BuiltBlock[]): readonly BuiltBlock[] {
  return [...blocks].sort((left, right) => left.seqno - right.seqno);
}

function hashesIn(record: Uint8Array | undefined): Uint8Array[] {
  const count = (record?.length ?? 0) / HASH_BYTES;
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from(record!.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  );
}
