import type { PartReader } from '@tonriver/block-rows';
import { NO_ROUND } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockKey, blockKeyText, parseBlockKeyText } from '../blocks/blocks.ts';
import { placeText, type TransactionPlace } from './hash-places.ts';
import type { Finality, StoredFinality } from '../finality.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { hasWholeLinks, type LinksOfRound } from './part-links.ts';
import { keyTextOf, partsAtPlaces, partsOfKeys, partsOfRounds, partsOfTransactions, readParts } from './read-parts.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { type PartScope, placeIn, placesAt, type RememberedParts } from './remembered-parts.ts';
import type { VisibleRounds } from '../visibility/required-rows.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** The identity of a part. Parts of a block are numbered from 0. */
interface PartKey extends BlockKey {
  /** Round of the block; null for a partial block. */
  readonly mcBlockSeqno: number | null;
  readonly part: number;
}

/** Transactions of one part of a block, in their order in the block. */
export interface TransactionPart {
  /** Its key, see `partKeyText`. */
  readonly keyText: string;
  /** Null for a part of a block without a round. */
  readonly mcBlockSeqno: number | null;
  readonly finality: StoredFinality;
  readonly block: BlockKey;
  readonly firstLt: bigint;
  readonly lastLt: bigint;
  readonly transactions: PartReader;
  /** What rounds tell of them: the newest row of each round. */
  readonly links: readonly LinksOfRound[];
  /** Up to this round, no further links can come. Grows when all are found to be there. */
  validTo: number;
  /** The `validTo` at which links were looked through and did not name both ends of every message. */
  openAt: number | undefined;
  /** Its transactions in the form of a dialect, by the dialect's name and by place. */
  readonly printed: Map<string, (PrintedTransaction | undefined)[]>;
}

/** A transaction as it stands in answers of a dialect, which no later row changes. */
export interface PrintedTransaction {
  /** JSON in UTF-8. */
  readonly text: Uint8Array;
  /** The addresses in it that belong into the address book. */
  readonly addresses: readonly string[];
  readonly key: TransactionKey;
  readonly finality: Finality;
  /** The memory that it takes. */
  readonly bytes: number;
  /** The newest round that it was made from. It is not part of answers at an older watermark. */
  readonly seqno: number;
}

/** A transaction in its part. */
export interface PlacedTransaction {
  readonly part: TransactionPart;
  readonly place: number;
}

/** Reads parts: from memory what cannot have changed since, the rest with one query. */
export interface TransactionParts {
  /** By `partKeyText`. */
  readonly byKey: (
    keyTexts: readonly string[],
    visible: VisibleRounds,
  ) => Promise<readonly (TransactionPart | undefined)[]>;
  /** Finds transactions. Of one without a round its block must be known. */
  readonly ofTransactions: (
    keys: readonly PlacedKey[],
    visible: VisibleRounds,
  ) => Promise<readonly (PlacedTransaction | undefined)[]>;
  /** Finds the transactions of a time in a block, of several accounts. Empty when its parts are not there. */
  readonly atPlaces: (
    places: readonly TransactionPlace[],
    visible: VisibleRounds,
  ) => Promise<readonly (readonly PlacedTransaction[])[]>;
  /** All parts of each round. Nothing of it is looked for in memory: a round may have parts that are not there. */
  readonly ofRounds: (
    seqnos: readonly number[],
    visible: VisibleRounds,
  ) => Promise<readonly (readonly TransactionPart[])[]>;
}

/** Returns the key of a look-up of parts. */
export function partKeyText({ mcBlockSeqno, part, ...block }: PartKey): string {
  return keyTextOf({ ...block, blockRound: mcBlockSeqno ?? NO_ROUND, part });
}

export function createTransactionParts(
  store: ReadingStore,
  bounds: LookUpBounds,
  remembered: RememberedParts,
): TransactionParts {
  const keyLookUp = createPartLookUp(store, bounds);
  const placedLookUp = createPlacedLookUp(store, bounds);
  const timesLookUp = createTimeLookUp(store, bounds);
  const roundsLookUp = createRoundLookUp(store, bounds);
  /** Links of rounds up to the watermark were written before it moved, so they were read. */
  const keep = (scope: PartScope, parts: readonly TransactionPart[]): void => {
    for (const part of parts) part.validTo = Math.max(part.validTo, scope.visible.indexedSeqno);
    remembered.keep(scope, parts);
  };
  return {
    async byKey(keyTexts, visible) {
      const { indexedSeqno } = visible;
      const scope = remembered.scopeOf(visible);
      const found = new Map<string, TransactionPart>();
      for (const keyText of keyTexts) {
        const part = remembered.get(scope, keyText);
        if (part !== undefined && isValid(part, indexedSeqno)) found.set(keyText, part);
      }
      const missing = keyTexts.filter((keyText) => !found.has(keyText));
      const read = missing.length === 0 ? [] : (await keyLookUp.getMany(missing)).filter((part) => part !== undefined);
      keep(scope, read);
      for (const part of read) found.set(part.keyText, part);
      return keyTexts.map((keyText) => found.get(keyText));
    },
    async ofTransactions(keys, visible) {
      const { indexedSeqno } = visible;
      const scope = remembered.scopeOf(visible);
      const found = keys.map((key) => {
        const placed = remembered.find(scope, key);
        return placed !== undefined && isValid(placed.part, indexedSeqno) ? placed : undefined;
      });
      const missing = keys.filter((_key, index) => found[index] === undefined);
      if (missing.length === 0) return found;
      const read = await placedLookUp.getMany(missing.map(placedKeyText));
      keep(scope, [...new Set(read.flatMap((placed) => (placed === undefined ? [] : [placed.part])))]);
      let next = 0;
      return found.map((placed) => placed ?? read[next++]);
    },
    async atPlaces(places, visible) {
      const { indexedSeqno } = visible;
      const scope = remembered.scopeOf(visible);
      const found = places.map((place) => {
        const placed = remembered.findAt(scope, place);
        return placed?.every(({ part }) => isValid(part, indexedSeqno)) === true ? placed : undefined;
      });
      const missing = places.filter((_place, index) => found[index] === undefined);
      if (missing.length === 0) return found.map((placed) => placed ?? []);
      const read = await timesLookUp.getMany(missing.map(timeKeyText));
      keep(scope, [...new Set(read.flatMap((placed) => (placed ?? []).map(({ part }) => part)))]);
      let next = 0;
      return found.map((placed) => placed ?? read[next++] ?? []);
    },
    async ofRounds(seqnos, visible) {
      const read = await roundsLookUp.getMany(seqnos.map(String));
      const parts = read.map((ofRound) => ofRound ?? []);
      keep(remembered.scopeOf(visible), parts.flat());
      return parts;
    },
  };
}

/** Reads parts by `partKeyText`. */
function createPartLookUp(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<TransactionPart> {
  return createBatchedLookUp<TransactionPart>({
    ...bounds,
    async load(keyTexts) {
      const parts = await readParts(store, partsOfKeys(keyTexts));
      return new Map(parts.map((part) => [part.keyText, part]));
    },
  });
}

/** Finds transactions by `placedKeyText`. */
function createPlacedLookUp(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<PlacedTransaction> {
  return createBatchedLookUp<PlacedTransaction>({
    ...bounds,
    async load(keyTexts) {
      const wanted = new Map(keyTexts.map((keyText) => [keyText, parsePlacedKeyText(keyText)]));
      const parts = await readParts(store, partsOfTransactions([...wanted.values()]));
      const found = new Map<string, PlacedTransaction>();
      for (const [keyText, key] of wanted) {
        for (const part of parts) {
          const place = placeIn(part, key);
          if (place === undefined) continue;
          found.set(keyText, { part, place });
          break;
        }
      }
      return found;
    },
  });
}

/** Finds the transactions of times by `timeKeyText`. */
function createTimeLookUp(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<readonly PlacedTransaction[]> {
  return createBatchedLookUp<readonly PlacedTransaction[]>({
    ...bounds,
    async load(keyTexts) {
      const places = new Map(keyTexts.map((keyText) => [keyText, parseTimeKeyText(keyText)]));
      const parts = await readParts(store, partsAtPlaces([...places.values()]));
      return new Map([...places].map(([keyText, place]) => [keyText, parts.flatMap((part) => placesAt(part, place))]));
    },
  });
}

/** Reads the parts of rounds by their seqno as text. */
function createRoundLookUp(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<readonly TransactionPart[]> {
  return createBatchedLookUp<readonly TransactionPart[]>({
    ...bounds,
    async load(seqnos) {
      const parts = await readParts(store, partsOfRounds(seqnos.map(Number)));
      return groupedBy(parts, ({ mcBlockSeqno }) => String(mcBlockSeqno));
    },
  });
}

/** Tells whether no links of a part can have come since it was read. */
function isValid(part: TransactionPart, indexedSeqno: number): boolean {
  if (indexedSeqno <= part.validTo) return true;
  // Each message has two ends: when all are known, no round tells more. It is looked through once.
  if (part.openAt === part.validTo) return false;
  if (hasWholeLinks(part, part.validTo)) {
    part.validTo = Number.POSITIVE_INFINITY;
    return true;
  }
  part.openAt = part.validTo;
  return false;
}

/** The key of a transaction with its round, or with its block if that has no round (`NO_ROUND`). */
export type PlacedKey = TransactionKey & { readonly mcBlockSeqno: number; readonly block?: BlockKey };

/** Returns the key of a look-up of transactions in parts. */
function placedKeyText({ mcBlockSeqno, block, ...key }: PlacedKey): string {
  const text = `${mcBlockSeqno}/${transactionKeyText(key)}`;
  return block === undefined ? text : `${text}/${blockKeyText(block)}`;
}

function parsePlacedKeyText(text: string): PlacedKey {
  const [round, keyText = '', block] = text.split('/');
  const key = { ...parseTransactionKeyText(keyText), mcBlockSeqno: Number(round) };
  return block === undefined ? key : { ...key, block: parseBlockKeyText(block) };
}

/** Returns the key of a look-up of transactions of a time in a block. */
function timeKeyText(place: TransactionPlace): string {
  return `${place.mcBlockSeqno ?? NO_ROUND}/${placeText(place)}`;
}

function parseTimeKeyText(text: string): TransactionPlace {
  const [round, block = '', lt = ''] = text.split('/');
  return {
    ...parseBlockKeyText(block),
    lt: BigInt(lt),
    mcBlockSeqno: Number(round) === NO_ROUND ? null : Number(round),
  };
}
