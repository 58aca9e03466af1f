import type { TransactionInput } from '@tonriver/actions';
import { readTransactionInputs } from '@tonriver/block-rows';
import { type TransactionPartRow, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import type { TraceHeader } from './trace-header.ts';

type PlacesOfTrace = Pick<TraceHeader, 'blocks'>;

/** A part of a block of which some transactions are wanted. */
interface WantedPart {
  readonly key: string;
  readonly round: number;
  /** By place in the part: undefined while it is not read. */
  readonly transactions: Map<number, TransactionInput | undefined>;
}

/** The parts of blocks that have the transactions of some traces, and what was read of them. */
export interface WantedParts {
  readonly parts: readonly Pick<WantedPart, 'key' | 'round'>[];
  /** Reads what is wanted of stored parts. Of rows of one part the newest one counts. */
  readonly read: (rows: readonly TransactionPartRow[]) => void;
  /** The transactions of one of the traces; undefined when one of them is not stored. */
  readonly transactionsOf: (trace: PlacesOfTrace) => readonly TransactionInput[] | undefined;
}

export function createWantedParts(traces: readonly PlacesOfTrace[]): WantedParts {
  const wanted = new Map<string, WantedPart>();
  for (const trace of traces) {
    forEachPlace(trace, (key, round, place) => {
      const part = wanted.get(key) ?? { key, round, transactions: new Map() };
      wanted.set(key, part);
      part.transactions.set(place, undefined);
    });
  }
  return {
    parts: [...wanted.values()],
    read(rows) {
      const newest = new Map<WantedPart, TransactionPartRow>();
      for (const row of rows) {
        const part = wanted.get(keyOf(row, row.part));
        if (part === undefined) continue;
        const before = newest.get(part);
        if (before === undefined || before.version < row.version) newest.set(part, row);
      }
      const found = Array.from(newest, ([{ transactions }, part]) => {
        return { transactions, part, places: Array.from(transactions.keys()) };
      });
      for (const [index, inputs] of readTransactionInputs(found).entries()) {
        const { transactions, places } = found[index]!;
        for (let at = 0; at < places.length; at += 1) transactions.set(places[at]!, inputs[at]);
      }
    },
    transactionsOf(trace) {
      const found: TransactionInput[] = [];
      let areAllStored = true;
      forEachPlace(trace, (key, _round, place) => {
        const transaction = wanted.get(key)?.transactions.get(place);
        if (transaction === undefined) areAllStored = false;
        else found.push(transaction);
      });
      return areAllStored ? found : undefined;
    },
  };
}

/** The key is made once for all places that follow each other in one part. */
function forEachPlace({ blocks }: PlacesOfTrace, note: (key: string, round: number, place: number) => void): void {
  for (const block of blocks ?? []) {
    let part = -1;
    let key = '';
    for (const index of block.indexes) {
      const of = Math.floor(index / TRANSACTIONS_PER_PART);
      if (of !== part) {
        part = of;
        key = keyOf(block, part);
      }
      note(key, block.round, index % TRANSACTIONS_PER_PART);
    }
  }
}

interface Block {
  readonly workchain: number;
  readonly shard: bigint | string;
  readonly seqno: number;
}

function keyOf({ workchain, shard, seqno }: Block, part: number): string {
  return `${workchain}:${shard}:${seqno}:${part}`;
}
