import { NO_ROUND, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { blockKeyText } from '../blocks/blocks.ts';
import type { TransactionPlace } from './hash-places.ts';
import { isInRange, type VisibleRounds } from '../visibility/required-rows.ts';
import type { PlacedKey, PlacedTransaction, TransactionPart } from './transaction-parts.ts';

/**
 * Parts in memory, those that were used last.
 *
 * Only parts of the newest range are remembered, and anew when its start or the deployment changes: when ranges join,
 * the traces of the later one are assembled again. A request computes its scope once, before it reads.
 */
export interface RememberedParts {
  /** Returns what names the parts that are valid for a request. */
  scopeOf(visible: VisibleRounds): PartScope;
  get(scope: PartScope, keyText: string): TransactionPart | undefined;
  /** Finds a transaction in the parts that are remembered. */
  find(scope: PartScope, key: PlacedKey): PlacedTransaction | undefined;
  /** Finds the transactions of a time in a block; undefined when they may be in a part that is not remembered. */
  findAt(scope: PartScope, place: TransactionPlace): readonly PlacedTransaction[] | undefined;
  keep(scope: PartScope, parts: readonly TransactionPart[]): void;
  /** Called when transactions of these parts were printed: the texts take memory too. */
  measure(scope: PartScope, parts: Iterable<TransactionPart>): void;
  /** Called when a part proved to be incomplete: its rows may be written again. */
  forget(scope: PartScope, part: TransactionPart): void;
}

export interface PartScope {
  readonly text: string;
  readonly visible: VisibleRounds;
}

export interface RememberedPartsOptions {
  /** For parts as they were read, and their transactions as they were printed. */
  readonly bytesMax: number;
  /** After this time a part is read again: rounds may be parsed again meanwhile. */
  readonly ttlMs: number;
  /** Network and versions, to which remembered parts belong. */
  readonly cachePrefix: () => string;
}

interface Entry {
  readonly part: TransactionPart;
  readonly roundText: string;
}

export function createRememberedParts({ bytesMax, ttlMs, cachePrefix }: RememberedPartsOptions): RememberedParts {
  /** The remembered parts of each round, by their key text. */
  const rounds = new Map<string, Map<string, TransactionPart>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: bytesMax,
    sizeCalculation: ({ part }) => bytesOf(part),
    ttl: ttlMs,
    // A part that is used all the time is read again too.
    noUpdateTTL: true,
    dispose: ({ part, roundText }, _text, reason) => {
      if (reason !== 'set') leaveRound(roundText, part);
    },
  });
  const leaveRound = (roundText: string, { keyText }: TransactionPart): void => {
    const parts = rounds.get(roundText);
    parts?.delete(keyText);
    if (parts?.size === 0) rounds.delete(roundText);
  };
  const textOf = (scope: PartScope, keyText: string): string => `${scope.text} ${keyText}`;
  const set = (scope: PartScope, part: TransactionPart): void => {
    const roundText = `${scope.text} ${part.mcBlockSeqno}`;
    const text = textOf(scope, part.keyText);
    entries.set(text, { part, roundText });
    if (!entries.has(text)) {
      // It is larger than everything that may be kept.
      leaveRound(roundText, part);
      return;
    }
    const parts = rounds.get(roundText) ?? new Map<string, TransactionPart>();
    rounds.set(roundText, parts.set(part.keyText, part));
  };
  return {
    scopeOf: (visible) => ({ text: `${cachePrefix()} ${visible.range?.firstSeqno ?? 'none'}`, visible }),
    get: (scope, keyText) => entries.get(textOf(scope, keyText))?.part,
    find(scope, key) {
      for (const part of rounds.get(`${scope.text} ${key.mcBlockSeqno}`)?.values() ?? []) {
        const place = placeIn(part, key);
        if (place === undefined) continue;
        // Marks it as used; it may be too old.
        return entries.get(textOf(scope, part.keyText)) === undefined ? undefined : { part, place };
      }
      return undefined;
    },
    findAt(scope, place) {
      const parts = rounds.get(`${scope.text} ${place.mcBlockSeqno}`);
      if (parts === undefined) return undefined;
      const found = [...parts.values()].flatMap((part) => placesAt(part, place));
      const among = [...new Set(found.map(({ part }) => part))];
      // Marks them as used; they may be too old.
      const areKept = among.every(({ keyText }) => entries.get(textOf(scope, keyText)) !== undefined);
      return found.length > 0 && areKept && areAllOf(among, place.lt, parts) ? found : undefined;
    },
    keep(scope, parts) {
      for (const part of parts) {
        // The parts of a partial block are written again when its round becomes known.
        if (part.finality === 'partial' || !isInRange(scope.visible, part.mcBlockSeqno ?? undefined)) continue;
        const known = entries.peek(textOf(scope, part.keyText));
        if (known !== undefined && known.part !== part) keepTexts(known.part, part);
        set(scope, part);
      }
    },
    measure(scope, parts) {
      for (const part of parts) {
        // It may have been replaced or dropped meanwhile.
        if (entries.peek(textOf(scope, part.keyText))?.part === part) set(scope, part);
      }
    },
    forget: (scope, { keyText }) => void entries.delete(textOf(scope, keyText)),
  };
}

/** Moves printed transactions to the same part, read again: later rows do not change them. */
function keepTexts(from: TransactionPart, to: TransactionPart): void {
  for (const [dialect, texts] of from.printed) if (!to.printed.has(dialect)) to.printed.set(dialect, texts);
}

/** Returns the place of a transaction in a part. Its transactions are in order of lt and account. */
export function placeIn(part: TransactionPart, key: PlacedKey): number | undefined {
  const { mcBlockSeqno, block, workchain, lt } = key;
  if (lt < part.firstLt || lt > part.lastLt || part.block.workchain !== workchain) return undefined;
  if ((part.mcBlockSeqno ?? NO_ROUND) !== mcBlockSeqno) return undefined;
  if (block !== undefined && blockKeyText(part.block) !== blockKeyText(block)) return undefined;
  const place = firstNotBefore(part, (other) => compareKeys(other, key));
  if (place === part.transactions.count) return undefined;
  return compareKeys(part.transactions.keyAt(place), key) === 0 ? place : undefined;
}

/** Returns the transactions of a part that have the time of a place in its block. */
export function placesAt(part: TransactionPart, { lt, mcBlockSeqno, ...block }: TransactionPlace): PlacedTransaction[] {
  if (lt < part.firstLt || lt > part.lastLt || part.mcBlockSeqno !== mcBlockSeqno) return [];
  if (blockKeyText(part.block) !== blockKeyText(block)) return [];
  const found: PlacedTransaction[] = [];
  const { transactions } = part;
  let place = firstNotBefore(part, (other) => (other.lt < lt ? -1 : 0));
  for (; place < transactions.count && transactions.keyAt(place).lt === lt; place++) found.push({ part, place });
  return found;
}

/** Tells whether no part of the block that is not remembered can have transactions of that time. */
function areAllOf(
  among: readonly TransactionPart[],
  lt: bigint,
  remembered: ReadonlyMap<string, TransactionPart>,
): boolean {
  return among.every(({ keyText, firstLt, lastLt, transactions }) => {
    const [block, part] = [
      keyText.slice(0, keyText.lastIndexOf('/')),
      Number(keyText.slice(keyText.lastIndexOf('/') + 1)),
    ];
    // All parts but the last one are full.
    const isLast = transactions.count < TRANSACTIONS_PER_PART;
    const hasBefore = lt > firstLt || part === 0 || remembered.has(`${block}/${part - 1}`);
    return hasBefore && (lt < lastLt || isLast || remembered.has(`${block}/${part + 1}`));
  });
}

type PartKey = Pick<PlacedKey, 'lt' | 'account'>;

function compareKeys(left: PartKey, right: PartKey): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  return Buffer.compare(left.account, right.account);
}

/** Returns the first place whose transaction is not before what is looked for; `count` if there is none. */
function firstNotBefore({ transactions }: TransactionPart, compare: (key: PartKey) => number): number {
  let [first, end] = [0, transactions.count];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (compare(transactions.keyAt(middle)) < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** Objects of a part. */
const PART_BYTES = 3_000;

function bytesOf({ transactions, links, printed }: TransactionPart): number {
  let bytes = PART_BYTES + transactions.memoryBytes;
  for (const ofRound of links) bytes += ofRound.bytes;
  for (const texts of printed.values()) for (const text of texts) bytes += text?.bytes ?? 0;
  return bytes;
}
