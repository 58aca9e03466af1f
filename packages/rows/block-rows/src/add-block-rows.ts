import { type Bag, sha256 } from '@tonriver/boc';
import {
  type Block,
  checkLogicalTimes,
  equalBytes,
  forEachTransaction,
  type LoadedMessages,
  loadBlockMasterchainExtra,
  loadShardDescriptions,
  loadTransaction,
  shardToSigned,
  type Transaction,
} from '@tonriver/chain-model';
import { hashPrefixOf, type RowBatch, schemaVersion } from '@tonriver/row-schema';
import { addAccountStates } from './account-states/add-account-states.ts';
import { addToTouchedAccounts, type TouchedAccount } from './account-states/touched-account.ts';
import type { BlockPlace } from './block-place.ts';
import { blockRow } from './block-row.ts';
import { encodeBlock } from './block-of-round.ts';
import type { BlockTables } from './block-tables.ts';
import { addBlockConfig } from './config-rows.ts';
import { type KnownMessages, addMessageRows, type MessageHashes, type MessageKey } from './message-rows.ts';
import { addTransactionParts, type PlacedTransaction } from './parts/add-transaction-parts.ts';
import { createRowBudget } from './row-budget.ts';
import { transactionRow } from './transaction-row.ts';

/** A block whose rows are added, with facts that its bytes do not tell. */
interface BlockSource {
  readonly bag: Bag;
  readonly block: Block;
  /** The caller has checked it: computing it again would double the time. */
  readonly rootHash: Uint8Array;
  /** Null until another block or a proof confirms it. */
  readonly fileHash: Uint8Array | null;
  /** Masterchain seqno of its round; null for a partial block. */
  readonly round: number | null;
  /** Blocks of the round. Without it the rows of the round cannot be read at once. */
  readonly roundBlockCount?: number | undefined;
  readonly rowVersion: number;
}

interface TableDigest {
  readonly rows: number;
  /** SHA-256 over the RowBinary bytes of the block's rows, in the order of the table. */
  readonly digest: Uint8Array;
}

/** The rows that were added for a block: their number and digests, to compare the stored rows with. */
export interface BlockWritten {
  readonly transactionCount: number;
  readonly digests: Readonly<Record<'blocks' | 'masterchain_shards' | 'transactions' | 'messages', TableDigest>>;
}

/** Is called for every transaction with the hashes of its messages, which trace assembly needs. */
type TransactionVisitor = (
  transaction: Transaction,
  hash: Uint8Array,
  inMessage: MessageHashes | null,
  outMessages: readonly MessageHashes[],
) => void;

/**
 * Adds all rows of one block. The same block always gives the same bytes, even if the tables already have other rows.
 * Of the block's cells, hashes only those under transactions, in one batch.
 *
 * @throws {ChainModelError | BocError} when the block does not follow TL-B. The tables then hold a part of its rows,
 *   which the caller removes with `createRollback`
 */
export function addBlockRows(tables: BlockTables, source: BlockSource, visit?: TransactionVisitor): BlockWritten {
  const { bag, block, rootHash, fileHash, round, roundBlockCount, rowVersion } = source;
  const { workchain, shard, seqno } = block.info;
  const place: BlockPlace = { workchain, shard: shardToSigned(shard), seqno, round, rowVersion };
  const checkLt = checkLogicalTimes(block);
  const cells: number[] = [];
  const stateUpdates: number[] = [];
  forEachTransaction(bag, block, (_account, _lt, cell, stateUpdate) => {
    cells.push(cell);
    stateUpdates.push(stateUpdate);
  });
  bag.hashUnder(cells);

  const transactions = startDigest(tables.transactions);
  const messages = startDigest(tables.messages);
  const loaded: LoadedMessages = new Map();
  const added: KnownMessages = new Map();
  const touched: TouchedAccount[] = [];
  const placed: Mutable<PlacedTransaction>[] = [];
  const checkBudget = createRowBudget(tables, bag);
  for (const [index, cell] of cells.entries()) {
    const transaction = loadTransaction(bag, cell, loaded);
    checkLt(transaction.lt);
    const hash = addTransactionRows(tables, bag, transaction, place, { visit, added, checkBudget });
    addToTouchedAccounts(touched, transaction, hash, stateUpdates[index]!);
    placed.push({ cell, account: transaction.accountHash, lt: transaction.lt, before: 'between', after: 'between' });
  }

  addAccountStates(tables, bag, block, place, touched, checkBudget);
  setShownStates(placed, touched);
  addTransactionParts(tables, bag, place, placed, checkBudget);
  addBlockConfig(tables, bag, block, rowVersion);
  const shards = startDigest(tables.masterchainShards);
  addShardRows(tables, bag, block, rowVersion);
  const blocks = startDigest(tables.blocks);
  const row = blockRow(bag, block, place, { rootHash, fileHash, transactionCount: cells.length });
  tables.blocks.add(row);
  if (round !== null) {
    const key = { mcBlockSeqno: round, workchain, shard: place.shard, seqno, rowVersion };
    tables.roundBlocks.add(key);
    tables.blocksOfRounds.add({ ...key, blockCount: roundBlockCount ?? 0, block: encodeBlock(row) });
  }
  const digests = {
    blocks: blocks.digest(),
    masterchain_shards: shards.digest(),
    transactions: transactions.digest(),
    messages: messages.digest(),
  };
  addDigestRow(tables, place, digests);
  return { transactionCount: cells.length, digests };
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Sets the states that the block shows. Both lists are in the order of the block's accounts. */
function setShownStates(transactions: readonly Mutable<PlacedTransaction>[], touched: readonly TouchedAccount[]): void {
  let at = 0;
  for (const transaction of transactions) {
    while (touched[at]!.last.lt < transaction.lt || !equalBytes(touched[at]!.account, transaction.account)) at += 1;
    const { first, last, before, after } = touched[at]!;
    if (transaction.lt === first.lt) transaction.before = before;
    if (transaction.lt === last.lt) transaction.after = after;
  }
}

interface TransactionRowsOptions {
  readonly visit?: TransactionVisitor | undefined;
  /** Messages of the same bag that earlier calls added to the same tables. */
  readonly added?: KnownMessages;
  /** Is called after every row that can be large, and throws when the rows are too large. */
  readonly checkBudget?: () => void;
}

/**
 * Adds all rows of one transaction: its own, those of its messages, and their look-up rows.
 *
 * @returns the transaction's hash
 */
export function addTransactionRows(
  tables: BlockTables,
  bag: Bag,
  transaction: Transaction,
  place: BlockPlace,
  { visit, added = new Map(), checkBudget }: TransactionRowsOptions = {},
): Uint8Array {
  const { accountHash: account, lt, inMessage, outMessages } = transaction;
  const { workchain, shard, seqno, round, rowVersion } = place;
  const row = transactionRow(bag, transaction, place);
  tables.transactions.add(row);
  const mcBlockSeqno = round;
  const hashPrefix = hashPrefixOf(row.hash);
  tables.transactionPlaces.add({ hashPrefix, lt, workchain, shard, seqno, mcBlockSeqno, rowVersion });
  tables.blockTransactions.add({ workchain, shard, seqno, lt, account, mcBlockSeqno, rowVersion });
  checkBudget?.();
  let inHashes: MessageHashes | null = null;
  if (inMessage !== null) {
    inHashes = addMessageRows(tables, bag, inMessage, { account, lt, direction: 'in', position: 0 }, place, added);
    checkBudget?.();
  }
  const outHashes: MessageHashes[] = [];
  for (let position = 0; position < outMessages.length; position++) {
    const key: MessageKey = { account, lt, direction: 'out', position };
    outHashes.push(addMessageRows(tables, bag, outMessages[position]!, key, place, added));
    checkBudget?.();
  }
  visit?.(transaction, row.hash, inHashes, outHashes);
  return row.hash;
}

/** Adds the shard configuration of a masterchain block, in the sort order of the table. */
function addShardRows(tables: BlockTables, bag: Bag, block: Block, rowVersion: number): void {
  const extra = loadBlockMasterchainExtra(bag, block);
  if (extra === null) return;
  const tops = loadShardDescriptions(bag, extra.shardHashes).map(({ workchain, shard, description }) => ({
    workchain,
    shard: shardToSigned(shard),
    description,
  }));
  tops.sort((left, right) => left.workchain - right.workchain || (left.shard < right.shard ? -1 : 1));
  for (const { workchain, shard, description } of tops) {
    tables.masterchainShards.add({
      mcBlockSeqno: block.info.seqno,
      workchain,
      shard,
      seqno: description.seqno,
      rootHash: description.rootHash,
      fileHash: description.fileHash,
      startLt: description.startLt,
      endLt: description.endLt,
      genUtime: description.genUtime,
      rowVersion,
    });
  }
}

function addDigestRow(tables: BlockTables, place: BlockPlace, digests: BlockWritten['digests']): void {
  const { workchain, shard, seqno, round, rowVersion } = place;
  tables.blockDigests.add({
    workchain,
    shard,
    seqno,
    mcBlockSeqno: round,
    blocksRows: digests.blocks.rows,
    blocksDigest: digests.blocks.digest,
    masterchainShardsRows: digests.masterchain_shards.rows,
    masterchainShardsDigest: digests.masterchain_shards.digest,
    transactionsRows: digests.transactions.rows,
    transactionsDigest: digests.transactions.digest,
    messagesRows: digests.messages.rows,
    messagesDigest: digests.messages.digest,
    rowVersion,
    schemaVersion,
  });
}

/** Starts a digest of the rows that are added to a batch from now on. */
function startDigest<Row>(batch: RowBatch<Row>): { digest(): TableDigest } {
  const { byteLength, rowCount } = batch;
  return {
    digest: () => ({
      rows: batch.rowCount - rowCount,
      digest: sha256(batch.rows().bytes.subarray(byteLength)),
    }),
  };
}
