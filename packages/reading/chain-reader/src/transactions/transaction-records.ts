import type { PartTransaction } from '@tonriver/block-rows';
import { type MessageRow, NO_ROUND, type TransactionRow } from '@tonriver/row-schema';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { checkCallerWaits } from '../look-up/caller.ts';
import { type Finality, finalityOf } from '../finality.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { placeText, type TransactionPlace } from './hash-places.ts';
import { HoleError } from '../visibility/holes.ts';
import type { OlderRecords } from './older-records.ts';
import { areWhole, linksOfPart, type TransactionLinks } from './part-links.ts';
import { isVisible, type RequiredRows, type VisibleRounds } from '../visibility/required-rows.ts';
import type { TransactionHead } from './transaction-heads.ts';
import { type TransactionKey, transactionKeyText } from './transaction-key.ts';
import {
  type PlacedKey,
  type PlacedTransaction,
  type TransactionPart,
  type TransactionParts,
} from './transaction-parts.ts';

/** A transaction with its messages, in the form of rows. */
export interface TransactionRecord {
  readonly key: TransactionKey;
  readonly keyText: string;
  readonly finality: Finality;
  readonly transaction: TransactionRow;
  readonly inMessage: MessageRow | undefined;
  /** In the order of the transaction's dictionary of outgoing messages. */
  readonly outMessages: readonly MessageRow[];
  /** Present when it was read from a part of its block: then its cells and states need no further look-ups. */
  readonly part?: PartTransaction;
  /** The other ends of all its messages, and its trace. Present with `part`, when all of them are known. */
  readonly links?: TransactionLinks;
  /** Where it was read from. Present with `part`. */
  readonly placed?: PlacedTransaction;
}

/** A transaction of an answer: in a part, or read already. */
export type FoundTransaction = PlacedTransaction | TransactionRecord;

interface TransactionRecordsDependencies {
  readonly parts: TransactionParts;
  readonly transactionHeads: BatchedLookUp<TransactionHead>;
  readonly olderRecords: OlderRecords;
  readonly keysOfTimes: BatchedLookUp<readonly TransactionKey[]>;
  readonly requiredRows: RequiredRows;
}

/** Reads transactions by key: from the parts of their blocks, those of older parsers from rows, through the cache. */
export interface TransactionRecords {
  /**
   * Returns the transactions of the given keys in their order, without those that are not visible.
   *
   * @throws {HoleError} when a transaction that must be stored is missing, or one of its messages
   */
  getMany(keys: readonly TransactionKey[], visible: VisibleRounds): Promise<readonly TransactionRecord[]>;
  /**
   * Returns the visible transactions at each place: several accounts of a block may have one of the same time. Those
   * that are not in parts are returned whether they are wanted or not.
   *
   * @throws {HoleError} when nothing is stored at a place, or not all of it
   */
  atPlaces<Place extends TransactionPlace>(
    places: readonly Place[],
    isWanted: (placed: PlacedTransaction, place: Place) => boolean,
    visible: VisibleRounds,
  ): Promise<readonly (readonly TransactionRecord[])[]>;
}

export function createTransactionRecords({
  parts,
  transactionHeads,
  olderRecords,
  keysOfTimes,
  requiredRows,
}: TransactionRecordsDependencies): TransactionRecords {
  /** Returns the keys with what leads to their parts, without those of transactions that are not in one. */
  const placedKeys = async (keys: readonly TransactionKey[]): Promise<readonly PlacedKey[]> => {
    const unknown = keys.filter(({ mcBlockSeqno }) => (mcBlockSeqno ?? null) === null);
    const heads = await transactionHeads.getMany(unknown.map(transactionKeyText));
    const headOf = new Map(unknown.map((key, index) => [key, heads[index]]));
    return keys.flatMap((key) => {
      const { workchain, account, lt } = key;
      const head = headOf.get(key);
      const mcBlockSeqno = key.mcBlockSeqno ?? head?.mcBlockSeqno ?? null;
      if (mcBlockSeqno !== null) return [{ mcBlockSeqno, workchain, account, lt }];
      if (head === undefined || !head.hasParts) return [];
      const { blockShard: shard, blockSeqno: seqno } = head;
      return [{ mcBlockSeqno: NO_ROUND, block: { workchain, shard, seqno }, workchain, account, lt }];
    });
  };
  const getMany: TransactionRecords['getMany'] = async (keys, visible) => {
    const { indexedSeqno } = visible;
    const keyTexts = keys.map(transactionKeyText);
    const known = new Map<string, TransactionRecord>();
    const placed = await parts.ofTransactions(await placedKeys(keys), visible);
    const found = placed.filter((one) => one !== undefined);
    for (const record of recordsOfPlaced(found, indexedSeqno)) known.set(record.keyText, record);
    const others = keyTexts.filter((keyText) => !known.has(keyText));
    for (const record of await olderRecords.getMany(others, visible)) known.set(record.keyText, record);
    // For a block in the range, the row with its round must be stored, and not only an earlier one without it.
    const unplaced = keys.filter((_key, index) => {
      const record = known.get(keyTexts[index] ?? '');
      return record === undefined || record.finality === 'partial';
    });
    await requiredRows.checkMissing('transactions', 'look-ups', unplaced, visible);
    return keyTexts
      .map((keyText) => known.get(keyText))
      .filter((record) => record !== undefined)
      .filter(({ transaction }) => isVisible(transaction, indexedSeqno));
  };

  const olderAt = createOlderAt(keysOfTimes, getMany);
  return {
    getMany,
    async atPlaces(places, isWanted, visible) {
      const { indexedSeqno } = visible;
      const shown = places.filter((place) => isVisible(place, indexedSeqno));
      const placed = await parts.atPlaces(shown, visible);
      const wanted = await inTurns(shown, (place, index) =>
        (placed[index] ?? []).filter((one) => isWanted(one, place)),
      );
      const recordOf = await readEachOnce(wanted.flat(), indexedSeqno);
      // What is not in a part may be of an older parser. Otherwise the part is missing, or a hash only begins alike.
      const older = await olderAt(
        shown.filter((_place, index) => wanted[index]?.length === 0),
        visible,
      );
      const found = new Map<TransactionPlace, readonly TransactionRecord[]>();
      for (const [index, place] of shown.entries()) {
        const some = wanted[index] ?? [];
        found.set(place, some.length === 0 ? (older.get(placeText(place)) ?? []) : some.map(recordOf));
      }
      return places.map((place) => found.get(place) ?? []);
    },
  };
}

/** Places that are looked through in one turn of the event loop: at each, many accounts may have a transaction. */
const PLACES_PER_TURN = 20;

/** Maps items as `Array.map` does, some in each turn of the event loop. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % PLACES_PER_TURN === 0) await nextTurn();
    results.push(map(item, index));
  }
  return results;
}

/** Lets other requests go on. Throws when the caller has left. */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  checkCallerWaits();
}

/** Transactions whose rows are made in one turn of the event loop. */
const RECORDS_PER_TURN = 50;

/** Reads transactions, each once: many messages of an answer may lead to the same one. */
async function readEachOnce(
  placed: readonly PlacedTransaction[],
  indexedSeqno: number,
): Promise<(placed: PlacedTransaction) => TransactionRecord> {
  const textOf = ({ part, place }: PlacedTransaction): string => `${part.keyText} ${place}`;
  const distinct = [...new Map(placed.map((one) => [textOf(one), one])).values()];
  const records = new Map<string, TransactionRecord>();
  for (let start = 0; start < distinct.length; start += RECORDS_PER_TURN) {
    if (start > 0) await nextTurn();
    for (const record of recordsOfPlaced(distinct.slice(start, start + RECORDS_PER_TURN), indexedSeqno)) {
      records.set(textOf(record.placed!), record);
    }
  }
  return (one) => records.get(textOf(one))!;
}

/** Returns what reads the transactions of older parsers at places, by `placeText`: they are not in parts. */
function createOlderAt(
  keysOfTimes: TransactionRecordsDependencies['keysOfTimes'],
  getMany: TransactionRecords['getMany'],
) {
  return async (
    places: readonly TransactionPlace[],
    visible: VisibleRounds,
  ): Promise<ReadonlyMap<string, readonly TransactionRecord[]>> => {
    if (places.length === 0) return new Map();
    const distinct = [...new Map(places.map((place) => [placeText(place), place])).values()];
    const found = await keysOfTimes.getMany(distinct.map(placeText));
    const missing = distinct.find((place, index) => found[index] === undefined && finalityOf(place) === 'finalized');
    // The rows of a partial block may be on their way.
    if (missing !== undefined) {
      throw new HoleError({ table: 'block_transactions', requiredBy: 'look-ups', key: placeText(missing) });
    }
    const keys = found.flatMap((some) => some ?? []);
    return groupedBy(await getMany(keys, visible), ({ transaction }) => placeText(placeOf(transaction)));
  };
}

/** Returns where a transaction is. */
export function placeOf({
  workchain,
  blockShard: shard,
  blockSeqno: seqno,
  lt,
  mcBlockSeqno,
}: TransactionRow): TransactionPlace {
  return { workchain, shard, seqno, lt, mcBlockSeqno };
}

/** Returns the records of transactions of a part, in the order of their places. */
function recordsOfPart(
  part: TransactionPart,
  places: readonly number[],
  indexedSeqno: number,
): readonly TransactionRecord[] {
  const linksAt = linksOfPart(part, indexedSeqno);
  return part.transactions.read(places).map((transaction, index) => {
    const place = places[index]!;
    return recordOfPart(transaction, linksAt(place), { part, place });
  });
}

/** Returns the records of placed transactions, part by part. */
export function recordsOfPlaced(
  placed: readonly PlacedTransaction[],
  indexedSeqno: number,
): readonly TransactionRecord[] {
  const placesOf = new Map<TransactionPart, number[]>();
  for (const found of placed) {
    const places = placesOf.get(found.part);
    if (places === undefined) placesOf.set(found.part, [found.place]);
    else places.push(found.place);
  }
  return [...placesOf].flatMap(([part, places]) => recordsOfPart(part, places, indexedSeqno));
}

function recordOfPart(
  part: PartTransaction,
  links: TransactionLinks | undefined,
  placed: PlacedTransaction,
): TransactionRecord {
  const { transaction, inMessage, outMessages } = part;
  const key = { workchain: transaction.workchain, account: transaction.account, lt: transaction.lt };
  return {
    key,
    keyText: transactionKeyText(key),
    finality: placed.part.finality,
    transaction,
    inMessage: inMessage?.row,
    outMessages: outMessages.map(({ row }) => row),
    part,
    placed,
    ...(links !== undefined && areWhole(links, part) ? { links } : {}),
  };
}
