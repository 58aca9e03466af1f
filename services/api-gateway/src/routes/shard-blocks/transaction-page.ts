import type { BlockRow } from '@tonriver/row-schema';
import type { Page } from '../../dialects/dialect.ts';
import { blockKeyText } from '../../reading/blocks.ts';
import type { ChainReader } from '../../reading/chain-reader.ts';
import { HoleError } from '../../reading/holes.ts';
import type { VisibleRounds } from '../../reading/required-rows.ts';
import { type TransactionKey, transactionKeyText } from '../../reading/transaction-key.ts';
import type { TransactionRecord } from '../../reading/transaction-records.ts';

export function countTransactions(blocks: readonly BlockRow[]): number {
  return blocks.reduce((total, { txCount }) => total + txCount, 0);
}

export function countOnPage(blocks: readonly BlockRow[], { limit, offset }: Page): number {
  return Math.max(0, Math.min(limit, countTransactions(blocks) - offset));
}

/**
 * Returns one page of the transactions of blocks, in the order of the blocks. Blocks before and after the page are not
 * read, because their numbers of transactions are known.
 *
 * @throws {HoleError} when a block has fewer or more transactions than its count
 */
export async function readTransactionPage(
  reader: Pick<ChainReader, 'blocks' | 'records'>,
  visible: VisibleRounds,
  blocks: readonly BlockRow[],
  { limit, offset }: Page,
): Promise<readonly TransactionRecord[]> {
  let begin = 0;
  const touched: BlockRow[] = [];
  let skipped = 0;
  for (const block of blocks) {
    const end = begin + block.txCount;
    if (end <= offset) skipped = end;
    else if (begin < offset + limit) touched.push(block);
    begin = end;
  }
  const keys = await readKeys(reader, touched);
  const shown = keys.slice(offset - skipped, offset - skipped + limit);
  const records = await reader.records.getMany(shown, visible);
  if (records.length === shown.length) return records;
  const found = new Set(records.map(({ keyText }) => keyText));
  const missing = shown.map(transactionKeyText).find((keyText) => !found.has(keyText)) ?? '';
  throw new HoleError({ table: 'transactions', requiredBy: 'block_transactions', key: missing });
}

async function readKeys(
  { blocks: reader }: Pick<ChainReader, 'blocks'>,
  blocks: readonly BlockRow[],
): Promise<readonly TransactionKey[]> {
  const keysOf = await reader.transactions.getMany(blocks.map(blockKeyText));
  return blocks.flatMap((block, index) => {
    const keys = keysOf[index] ?? [];
    if (keys.length === block.txCount) return keys;
    throw new HoleError({ table: 'block_transactions', requiredBy: 'blocks', key: blockKeyText(block) });
  });
}
