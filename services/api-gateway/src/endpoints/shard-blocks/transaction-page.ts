import { hasParts } from '@tonriver/block-rows';
import { TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import {
  blockKeyText,
  type BlockRecord,
  type FoundTransaction,
  HoleError,
  partKeyText,
  type TransactionKey,
  transactionKeyText,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { Page } from '../../dialects/dialect.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

export function countTransactions(blocks: readonly BlockRecord[]): number {
  return blocks.reduce((total, { txCount }) => total + txCount, 0);
}

export function countOnPage(blocks: readonly BlockRecord[], { limit, offset }: Page): number {
  return Math.max(0, Math.min(limit, countTransactions(blocks) - offset));
}

/**
 * Returns one page of the transactions of blocks, in the order of the blocks. Blocks before and after the page are not
 * read, because their numbers of transactions are known.
 *
 * @throws {HoleError} when a block has fewer or more transactions than its count
 */
export async function readTransactionPage(
  reader: Pick<AnswerReader, 'blocks' | 'records' | 'parts' | 'rememberedParts'>,
  visible: VisibleRounds,
  blocks: readonly BlockRecord[],
  { limit, offset }: Page,
): Promise<readonly FoundTransaction[]> {
  const spans = spansOnPage(blocks, { limit, offset });
  const ofSpans = await Promise.all([
    readParts(
      reader,
      visible,
      spans.filter(({ block }) => hasParts(block)),
    ),
    readRows(
      reader,
      visible,
      spans.filter(({ block }) => !hasParts(block)),
    ),
  ]);
  const found = new Map(ofSpans.flat());
  return spans.flatMap((span) => found.get(span) ?? []);
}

/** Transactions of a block that are on a page, by their places in the block. */
interface Span {
  readonly block: BlockRecord;
  readonly from: number;
  readonly to: number;
}

function spansOnPage(blocks: readonly BlockRecord[], { limit, offset }: Page): readonly Span[] {
  const spans: Span[] = [];
  let begin = 0;
  for (const block of blocks) {
    const from = Math.max(0, offset - begin);
    const to = Math.min(block.txCount, offset + limit - begin);
    if (from < to) spans.push({ block, from, to });
    begin += block.txCount;
  }
  return spans;
}

type TransactionsOfSpan = readonly [Span, readonly FoundTransaction[]];

async function readParts(
  { parts, rememberedParts }: Pick<AnswerReader, 'parts' | 'rememberedParts'>,
  visible: VisibleRounds,
  spans: readonly Span[],
): Promise<readonly TransactionsOfSpan[]> {
  const wanted = spans.flatMap((span) => {
    const [first, last] = [span.from, span.to - 1].map((place) => Math.floor(place / TRANSACTIONS_PER_PART));
    return Array.from({ length: last! - first! + 1 }, (_, index) => ({ span, part: first! + index }));
  });
  const keyTexts = wanted.map(({ span, part }) => partKeyText({ ...span.block, part }));
  const found = await parts.byKey(keyTexts, visible);
  const transactions = new Map<Span, FoundTransaction[]>(spans.map((span) => [span, []]));
  for (const [index, { span, part }] of wanted.entries()) {
    const { block, from, to } = span;
    const start = part * TRANSACTIONS_PER_PART;
    const stored = found[index];
    const isWhole = stored?.transactions.count === Math.min(TRANSACTIONS_PER_PART, block.txCount - start);
    if (stored === undefined || !isWhole || (stored.finality === 'partial' && block.finality === 'finalized')) {
      if (stored !== undefined) rememberedParts.forget(rememberedParts.scopeOf(visible), stored);
      throw new HoleError({ table: 'transaction_parts', requiredBy: 'blocks', key: partKeyText({ ...block, part }) });
    }
    const first = Math.max(0, from - start);
    const count = Math.min(stored.transactions.count, to - start) - first;
    const ofPart = Array.from({ length: count }, (_, index) => ({ part: stored, place: first + index }));
    transactions.get(span)?.push(...ofPart);
  }
  return [...transactions];
}

async function readRows(
  reader: Pick<AnswerReader, 'blocks' | 'records'>,
  visible: VisibleRounds,
  spans: readonly Span[],
): Promise<readonly TransactionsOfSpan[]> {
  if (spans.length === 0) return [];
  const keysOfSpans = await readKeys(reader, spans);
  const shown = keysOfSpans.flat();
  const records = await reader.records.getMany(shown, visible);
  if (records.length === shown.length) {
    let at = 0;
    return spans.map((span, index) => [span, records.slice(at, (at += keysOfSpans[index]?.length ?? 0))]);
  }
  const found = new Set(records.map(({ keyText }) => keyText));
  const missing = shown.map(transactionKeyText).find((keyText) => !found.has(keyText)) ?? '';
  throw new HoleError({ table: 'transactions', requiredBy: 'block_transactions', key: missing });
}

async function readKeys(
  { blocks: reader }: Pick<AnswerReader, 'blocks'>,
  spans: readonly Span[],
): Promise<readonly (readonly TransactionKey[])[]> {
  const keysOf = await reader.transactions.getMany(spans.map(({ block }) => blockKeyText(block)));
  return spans.map(({ block, from, to }, index) => {
    const keys = keysOf[index] ?? [];
    if (keys.length === block.txCount) return keys.slice(from, to);
    throw new HoleError({ table: 'block_transactions', requiredBy: 'blocks', key: blockKeyText(block) });
  });
}
