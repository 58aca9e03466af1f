import {
  blockKeyText,
  type BlockRecord,
  HoleError,
  type TransactionKey,
  transactionKeyText,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

/** A transaction of a block whose round is known. */
export type KeyInRound = TransactionKey & { readonly mcBlockSeqno: number };

/** A page of the transactions of a block. */
export interface BlockPage {
  readonly keys: readonly KeyInRound[];
  /** There are more after it. */
  readonly isIncomplete: boolean;
}

/** Where a page begins, and how long it is at most. */
export interface PageRequest {
  /** After this transaction; undefined: at the first one. */
  readonly after: { readonly lt: bigint; readonly accountHex: string } | undefined;
  readonly count: number;
}

/**
 * Reads the keys of a page of a block's transactions, in the order of v2: by account, then by logical time.
 *
 * @throws {HoleError} when the block has more transactions than are stored
 */
export async function readPageOfBlock(
  { blocks }: Pick<AnswerReader, 'blocks'>,
  block: BlockRecord & { readonly mcBlockSeqno: number },
  { after, count }: PageRequest,
): Promise<BlockPage> {
  const { mcBlockSeqno, txCount } = block;
  const keyText = blockKeyText(block);
  const stored = txCount === 0 ? [] : ((await blocks.transactions.get(keyText)) ?? []);
  if (stored.length < txCount) throw new HoleError({ table: 'block_transactions', requiredBy: 'blocks', key: keyText });
  const account = Buffer.from(after?.accountHex ?? '', 'hex');
  const isAfter = (key: TransactionKey): boolean => {
    const compared = Buffer.compare(key.account, account);
    return after === undefined || compared > 0 || (compared === 0 && key.lt > after.lt);
  };
  const rest = stored.filter(isAfter).toSorted(compareByAccount);
  const keys = rest.slice(0, count).map((key) => ({ ...key, mcBlockSeqno }));
  return { keys, isIncomplete: rest.length > count };
}

function compareByAccount(left: TransactionKey, right: TransactionKey): number {
  return Buffer.compare(left.account, right.account) || (left.lt < right.lt ? -1 : Number(left.lt > right.lt));
}

/** Reads transactions of a visible block, in their order. @throws {HoleError} when one is not stored */
export async function readTransactionsOfBlock(
  { reader, visibility }: Pick<ReadingContext, 'reader' | 'visibility'>,
  keys: readonly TransactionKey[],
): Promise<readonly TransactionRecord[]> {
  const records = await reader.records.getMany(keys, visibility);
  if (records.length === keys.length) return records;
  const found = new Set(records.map(({ keyText }) => keyText));
  const missing = keys.map(transactionKeyText).find((key) => !found.has(key));
  throw new HoleError({ table: 'transactions', requiredBy: 'block_transactions', key: missing ?? '' });
}

/** Reads the hashes of transactions of a visible block, in their order. @throws {HoleError} when one is not stored */
export async function readHashesOfBlock(
  context: Pick<ReadingContext, 'reader' | 'visibility'>,
  keys: readonly KeyInRound[],
): Promise<readonly Uint8Array[]> {
  const placed = await context.reader.parts.ofTransactions(keys, context.visibility);
  const hashes = placed.map((found) => found?.part.transactions.transactionHashAt(found.place));
  // Those that parsers before 5 stored are in no part.
  const others = keys.filter((_key, index) => hashes[index] === undefined);
  const records = others.length === 0 ? [] : await readTransactionsOfBlock(context, others);
  let next = 0;
  return hashes.map((hash) => hash ?? records[next++]!.transaction.hash);
}
