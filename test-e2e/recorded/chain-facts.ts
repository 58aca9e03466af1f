import {
  type BlockKey,
  blockKeyText,
  ChainError,
  createRoundBuilder,
  type ListedBlockSource,
  type Round,
} from '@tonriver/chain-source';
import { addBlockRows, createBlockTables, rowVersionOf } from '@tonriver/block-rows';
import { openArchive } from '@tonriver/block-source';
import { Bag } from '@tonriver/boc';
import { loadBlock, networkFromOptions } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import { accountStatesTable, decodeRow, RowBinaryReader } from '@tonriver/row-schema';
import type { RecordedChain } from './recorded-chains.ts';

/** The data of a transaction from the cells of its block. */
export interface TransactionFact {
  /** Base64. */
  readonly hash: string;
  /** Hashes of its messages, with normalised ones. */
  readonly messageHashes: readonly Buffer[];
  /**
   * Balance of its account after it, decimal; null between two transactions of one block, because blocks do not contain
   * it.
   */
  readonly balanceAfter: string | null;
}

export interface BlockFact {
  readonly key: BlockKey;
  /** Masterchain seqno of its round; null if the recorded blocks do not have the complete round. */
  readonly round: number | null;
  readonly transactions: readonly TransactionFact[];
}

/** The expected contents of a deployment, read from the recorded files. */
export async function chainFacts(chain: RecordedChain): Promise<readonly BlockFact[]> {
  const source = await openArchive({ paths: chain.paths, logger: silentLogger });
  const rounds = await roundsOfBlocks(source, chain);
  const facts: BlockFact[] = [];
  for (const key of source.keys()) {
    const { boc } = (await source.block(key))!;
    facts.push({ key, round: rounds.get(blockKeyText(key)) ?? null, transactions: transactionsOf(boc) });
  }
  await source.close();
  return facts;
}

/** Returns the rounds of blocks in complete rounds. */
async function roundsOfBlocks(source: ListedBlockSource, { name, globalId, zeroState }: RecordedChain) {
  const builder = createRoundBuilder({ source, network: networkFromOptions({ name, globalId, zeroState }) });
  const rounds = new Map<string, number>();
  for (const seqno of source.masterchainSeqnos()) {
    const previous = await builder.masterchainBlock(seqno - 1);
    if (previous === undefined && seqno !== 1) continue;
    const masterchain = await builder.masterchainBlock(seqno);
    const round = await builder.build(masterchain!, previous).catch(incomplete);
    for (const { key } of round?.blocks ?? []) rounds.set(blockKeyText(key), seqno);
  }
  return rounds;
}

function incomplete(error: unknown): Round | undefined {
  if (error instanceof ChainError && error.code === 'missing_block') return undefined;
  throw error;
}

function transactionsOf(boc: Uint8Array): readonly TransactionFact[] {
  const bag = Bag.parse(boc);
  const place = { rootHash: bag.hash(bag.root), fileHash: null, round: null, rowVersion: rowVersionOf(1, false) };
  const transactions: Omit<TransactionFact, 'balanceAfter'>[] = [];
  const tables = createBlockTables();
  addBlockRows(tables, { bag, block: loadBlock(bag), ...place }, (_transaction, hash, taken, made) => {
    const hashes = [...(taken === null ? [] : [taken]), ...made].flatMap((one) =>
      one.norm === null ? [one.hash] : [one.hash, one.norm],
    );
    transactions.push({
      hash: Buffer.from(hash).toString('base64'),
      messageHashes: hashes.map((bytes) => Buffer.from(bytes)),
    });
  });
  const balances = new Map<string, string>();
  for (const reader = new RowBinaryReader(tables.accountStates.rows().bytes); !reader.isAtEnd; ) {
    const { transactionHash, balance, rowVersion } = decodeRow(accountStatesTable.columns, reader);
    if (rowVersion > 0) balances.set(Buffer.from(transactionHash).toString('base64'), String(balance));
  }
  return transactions.map((transaction) => ({ ...transaction, balanceAfter: balances.get(transaction.hash) ?? null }));
}
