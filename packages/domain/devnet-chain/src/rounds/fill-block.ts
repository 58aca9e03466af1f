import type { FreshMessage, OpenBlock, QueuedMessage } from '@tonriver/chain-builder';
import { compareBytes, type Hash } from '@tonriver/chain-model';
import type { ExternalMessage } from '../messages/external-message.ts';
import type { ExpiryReason } from '../messages/expiry.ts';
import type { Executor } from './executor.ts';
import type { RunOrder } from './run-transaction.ts';
import { createRunsAhead, type RunsAhead } from './runs-ahead.ts';

/** What became of an external message in a block. */
export type ExternalResult<Message extends ExternalMessage = ExternalMessage> =
  | { readonly kind: 'mined'; readonly message: Message; readonly lt: bigint; readonly transactionHash: Hash }
  | { readonly kind: 'expired'; readonly message: Message; readonly reason: ExpiryReason };

export interface BlockWork<Message extends ExternalMessage> {
  readonly executor: Executor;
  /** Those that wait for accounts of the block, in the order of their acceptance. */
  readonly externals: readonly Message[];
  /** Tells that messages from queues, or all, have used their time in the block. What is left then stays queued. */
  readonly isTimeOver: (of: TimeOf) => boolean;
  /** Transactions that may be run at the same time. */
  readonly aheadMax: number;
}

/** Whose time it is: that of a block, or the part of it that messages from queues may take. */
export type TimeOf = 'queued' | 'all';

/** What a filled block has left behind. */
export interface BlockReport<Message extends ExternalMessage> {
  readonly externals: readonly ExternalResult<Message>[];
  readonly transactionCount: number;
  /** Why the import of internal messages ended early; null when it did not. */
  readonly stuck: string | null;
}

/**
 * Fills a block in a collator's order: messages from queues, external messages, then those that were created in the
 * block, unless older ones still wait in queues. Internal messages are taken until the block's load is `soft`, external
 * ones until it is `medium`, and nothing after its time, of which the queues leave a part to external messages: a long
 * chain of messages would keep them out for as long as it lasts. So that both move, one message from the queues is
 * taken whatever the load and the time, and one external message whatever the time. None is while a message from the
 * queues cannot be run: what it sends would stay behind that one. What is left stays queued in the order of lt.
 */
export async function fillBlock<Message extends ExternalMessage>(
  block: OpenBlock,
  work: BlockWork<Message>,
): Promise<BlockReport<Message>> {
  const ahead = createRunsAhead(block, work.executor);
  const imported = await importQueued(block, ahead, work);
  const results = imported.stuck === null ? await importExternals(block, ahead, work) : [];
  const fresh = block.hasImportedAll ? await importFresh(block, ahead, work) : 0;
  await ahead.settle();
  const mined = results.filter(({ kind }) => kind === 'mined').length;
  return { externals: results, transactionCount: imported.count + mined + fresh, stuck: imported.stuck };
}

function hasRoom({ load }: OpenBlock, kind: 'internal' | 'external'): boolean {
  if (load === 'hard' || load === 'medium') return false;
  return kind === 'external' || load !== 'soft';
}

async function importQueued<Message extends ExternalMessage>(
  block: OpenBlock,
  ahead: RunsAhead,
  { isTimeOver }: BlockWork<Message>,
): Promise<{ readonly count: number; readonly stuck: string | null }> {
  let count = 0;
  for (let message = block.nextQueued(); message !== undefined; message = block.nextQueued()) {
    if (count > 0 && (!hasRoom(block, 'internal') || isTimeOver('queued'))) break;
    const { result } = await ahead.take(message.hash, orderOfQueued(message));
    // An internal message must have a transaction, so those behind it wait as well.
    if (result.kind !== 'transaction') return { count, stuck: result.reason };
    block.importQueued(message, result.outcome);
    count++;
  }
  return { count, stuck: null };
}

function orderOfQueued({ destination, message, lt }: QueuedMessage): RunOrder {
  return { account: destination.hash, cause: { kind: 'message', message }, afterLt: lt };
}

async function importExternals<Message extends ExternalMessage>(
  block: OpenBlock,
  ahead: RunsAhead,
  { externals, isTimeOver, aheadMax }: BlockWork<Message>,
): Promise<ExternalResult<Message>[]> {
  const results: ExternalResult<Message>[] = [];
  const afterLt = block.lastProcessedLt;
  const orderOf = ({ account, cell }: Message): RunOrder => {
    return { account: account.hash, cause: { kind: 'message', message: cell }, afterLt };
  };
  for (const [index, message] of externals.entries()) {
    if (!hasRoom(block, 'external')) break;
    // The clock is looked at for the first one too: recorded cuts, also those of older releases, count the looks.
    const isOver = isTimeOver('all');
    if (isOver && index > 0) break;
    for (const next of externals.slice(index, index + (isOver ? 1 : aheadMax))) ahead.begin(next.hash, orderOf(next));
    const { result } = await ahead.take(message.hash, orderOf(message));
    if (result.kind === 'transaction') {
      const { lt, transaction } = result.outcome;
      block.importExternal(message.cell, result.outcome);
      results.push({ kind: 'mined', message, lt, transactionHash: Uint8Array.from(transaction.hash()) });
    } else results.push({ kind: 'expired', message, reason: expiryOf(result) });
  }
  return results;
}

function expiryOf(
  result:
    | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly reason: string }
    | { readonly kind: 'ended'; readonly reason: string },
): ExpiryReason {
  if (result.kind === 'ended') return { kind: 'not_executed', text: result.reason };
  return { kind: 'not_accepted', exitCode: result.exitCode, text: result.reason };
}

/** Returns the number of transactions. */
async function importFresh<Message extends ExternalMessage>(
  block: OpenBlock,
  ahead: RunsAhead,
  { isTimeOver, aheadMax }: BlockWork<Message>,
): Promise<number> {
  const waiting: FreshMessage[] = [];
  let count = 0;
  for (takeFresh(block, waiting); waiting.length > 0; takeFresh(block, waiting)) {
    if (!hasRoom(block, 'internal') || isTimeOver('all')) break;
    for (const next of waiting.slice(-aheadMax).reverse()) ahead.begin(next.cell.hash(), orderOfFresh(next));
    const message = waiting.at(-1) as FreshMessage;
    const { result } = await ahead.take(message.cell.hash(), orderOfFresh(message));
    if (result.kind !== 'transaction') break;
    waiting.pop();
    block.importFresh(message, result.outcome);
    count++;
  }
  for (const message of waiting.reverse()) block.queueFresh(message);
  return count;
}

function orderOfFresh({ destination, cell, lt }: FreshMessage): RunOrder {
  return { account: destination.hash, cause: { kind: 'message', message: cell }, afterLt: lt };
}

/** Takes the new messages of the block. `waiting` has them in descending order of lt and hash: the next one is last. */
function takeFresh(block: OpenBlock, waiting: FreshMessage[]): void {
  const added: FreshMessage[] = [];
  for (let fresh = block.nextFresh(); fresh !== undefined; fresh = block.nextFresh()) added.push(fresh);
  if (added.length === 0) return;
  waiting.push(...added);
  waiting.sort((left, right) => {
    if (left.lt !== right.lt) return left.lt > right.lt ? -1 : 1;
    return compareBytes(right.cell.hash(), left.cell.hash());
  });
}
