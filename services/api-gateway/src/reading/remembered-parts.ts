import { NO_ROUND } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { blockKeyText } from './blocks.ts';
import type { PlacedKey, PlacedTransaction, TransactionPart } from './transaction-parts.ts';

/** What is remembered: parts as they were read, and their transactions as they were printed. */
export const REMEMBERED_BYTES_MAX = 128 * 1024 * 1024;

/** Parts of complete rounds in memory, those that were used last. */
export interface RememberedParts {
  get(keyText: string): TransactionPart | undefined;
  /** Finds a transaction in the parts that are remembered. */
  find(key: PlacedKey): PlacedTransaction | undefined;
  keep(parts: readonly TransactionPart[]): void;
  /** Called when transactions of these parts were printed: the texts take memory too. */
  measure(parts: Iterable<TransactionPart>): void;
}

export interface RememberedPartsOptions {
  readonly bytesMax?: number;
  /** Network and versions, to which remembered parts belong. */
  readonly cachePrefix: () => string;
}

/** The parts of one round by their key text. */
type PartsOfRound = ReadonlyMap<string, TransactionPart>;

export function createRememberedParts({
  bytesMax = REMEMBERED_BYTES_MAX,
  cachePrefix,
}: RememberedPartsOptions): RememberedParts {
  const rounds = new LRUCache<string, PartsOfRound>({
    maxSize: bytesMax,
    sizeCalculation: (parts) => [...parts.values()].reduce((sum, part) => sum + bytesOf(part), 1),
  });
  const roundText = (seqno: number): string => `${cachePrefix()} ${seqno}`;
  return {
    get: (keyText) => rounds.get(roundText(Number.parseInt(keyText, 10)))?.get(keyText),
    find(key) {
      for (const part of rounds.get(roundText(key.mcBlockSeqno))?.values() ?? []) {
        const place = placeIn(part, key);
        if (place !== undefined) return { part, place };
      }
      return undefined;
    },
    keep(parts) {
      const byRound = new Map<string, TransactionPart[]>();
      for (const part of parts) {
        // The parts of a partial block are written again when its round becomes known.
        if (part.mcBlockSeqno === null) continue;
        const text = roundText(part.mcBlockSeqno);
        byRound.set(text, [...(byRound.get(text) ?? []), part]);
      }
      for (const [text, some] of byRound) {
        const known = rounds.get(text) ?? new Map<string, TransactionPart>();
        rounds.set(text, new Map([...known, ...some.map((part) => [part.keyText, part] as const)]));
      }
    },
    measure(parts) {
      for (const seqno of new Set([...parts].map(({ mcBlockSeqno }) => mcBlockSeqno))) {
        const ofRound = seqno === null ? undefined : rounds.get(roundText(seqno));
        if (seqno !== null && ofRound !== undefined) rounds.set(roundText(seqno), new Map(ofRound));
      }
    },
  };
}

/** Returns the place of a transaction in a part. Its transactions are in order of lt and account. */
export function placeIn(part: TransactionPart, key: PlacedKey): number | undefined {
  const { mcBlockSeqno, block, workchain, account, lt } = key;
  if ((part.mcBlockSeqno ?? NO_ROUND) !== mcBlockSeqno) return undefined;
  if (block !== undefined && blockKeyText(part.block) !== blockKeyText(block)) return undefined;
  if (part.block.workchain !== workchain || lt < part.firstLt || lt > part.lastLt) return undefined;
  let [first, last] = [0, part.transactions.count - 1];
  while (first <= last) {
    const middle = (first + last) >> 1;
    const key = part.transactions.keyAt(middle);
    const order = key.lt === lt ? Buffer.compare(key.account, account) : key.lt < lt ? -1 : 1;
    if (order === 0) return middle;
    if (order < 0) first = middle + 1;
    else last = middle - 1;
  }
  return undefined;
}

function bytesOf({ transactions, links, printed }: TransactionPart): number {
  let bytes = transactions.memoryBytes;
  for (const { content } of links) bytes += content.length;
  for (const texts of printed.values()) for (const text of texts) bytes += text?.bytes ?? 0;
  return bytes;
}
