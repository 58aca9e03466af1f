import {
  addBlockRows,
  checkedTraceRow,
  createBlockTables,
  openTransactionPart,
  packAccountOfTrace,
  packTracePlaces,
  rowVersionOf,
  versionOfClassification,
} from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { hexOf, isSameBytes } from '@tonriver/chain-reader';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type ClassifiedTraceRow,
  classifiedTracesTable,
  createRowBatch,
  decodeRow,
  messagePlacesTable,
  RowBinaryReader,
  type TransactionPartRow,
  type TransactionRow,
  transactionPartsTable,
} from '@tonriver/row-schema';
import { builtSource } from '@tonriver/testing';
import { FIRST_SEQNO, LAST_SEQNO } from './sample-chain.test-support.ts';

/** Any parser that writes parts. */
const PARSER_VERSION = 1_000;

type ReadTransaction = Pick<TransactionRow, 'account' | 'hash' | 'lt' | 'now'>;
type BlockTables = ReturnType<typeof createBlockTables>;

/** A part of a block in which a transaction sends a message that another one of the part receives. */
interface FoundPart {
  readonly tables: BlockTables;
  readonly row: TransactionPartRow;
  readonly sender: number;
  readonly receiver: number;
}

/** Stores a finished trace of two transactions of a built block, with the action that it is. */
export async function writeExampleTrace(store: ClickHouseStore): Promise<void> {
  const { tables, row, sender, receiver } = findPart();
  await store.insertRows(transactionPartsTable, tables.transactionParts.rows());
  await store.insertRows(messagePlacesTable, tables.messagePlaces.rows());
  const [first, second] = openTransactionPart(row).read([sender, receiver]);
  if (first === undefined || second === undefined) throw new TypeError('the part lacks a transaction');
  const traces = createRowBatch(classifiedTracesTable);
  traces.add(traceRowOf(row, [sender, receiver], [first.transaction, second.transaction]));
  await store.insertRows(classifiedTracesTable, traces.rows());
}

/** The row of a trace of two transactions, as the action-classifier writes it. */
function traceRowOf(
  { workchain, shard, seqno }: TransactionPartRow,
  indexes: readonly number[],
  transactions: readonly [ReadTransaction, ReadTransaction],
): ClassifiedTraceRow {
  const [first, second] = transactions;
  return checkedTraceRow({
    traceId: first.hash,
    startLt: first.lt,
    startUtime: first.now,
    endLt: second.lt,
    endUtime: second.now,
    mcSeqnoStart: LAST_SEQNO,
    mcSeqnoEnd: LAST_SEQNO,
    externalHash: null,
    externalHashNorm: null,
    traceState: 'complete',
    nodes: 2,
    edges: 1,
    classification: 'ok',
    knowsInterfaces: true,
    rulesVersion: 1,
    places: packTracePlaces([{ round: LAST_SEQNO, workchain, shard, seqno, indexes }]),
    transactions: transactions.map(({ hash }) => hash),
    accounts: transactions.map(({ account }) => packAccountOfTrace({ workchain, account, hasTransaction: true })),
    actionTypes: ['ton_transfer'],
    actions: [JSON.stringify(transferOf(first, second))],
    version: versionOfClassification({
      range: { first: FIRST_SEQNO },
      rules: 1,
      generation: 0,
      knowsInterfaces: true,
    }),
  });
}

function transferOf(first: ReadTransaction, second: ReadTransaction): object {
  return {
    action_id: Buffer.from(first.hash).toString('base64'),
    start_lt: String(first.lt),
    end_lt: String(second.lt),
    start_utime: first.now,
    end_utime: second.now,
    transactions: [0, 1],
    accounts: [0, 1],
    success: true,
    type: 'ton_transfer',
    stored_type: 'ton_transfer',
    details: {
      source: rawAddressOf(first),
      destination: rawAddressOf(second),
      value: '5',
      value_extra_currencies: {},
      comment: null,
      encrypted: false,
    },
  };
}

function rawAddressOf({ account }: ReadTransaction): string {
  return `0:${hexOf(account).toUpperCase()}`;
}

function findPart(): FoundPart {
  const { rounds } = builtSource({ seed: 'example trace', rounds: 6, transactionsPerRound: 100 });
  for (const { key, boc } of rounds.flat()) {
    const tables = key.workchain === 0 ? tablesOf(boc) : undefined;
    const row = tables === undefined ? undefined : firstPartOf(tables);
    if (tables === undefined || row === undefined) continue;
    const reader = openTransactionPart(row);
    const read = reader.read(Array.from({ length: reader.count }, (_, place) => place));
    for (const [sender, { outMessages }] of read.entries()) {
      const receiver = read.findIndex(({ inMessage }) =>
        outMessages.some(({ row: sent }) => inMessage !== undefined && isSameBytes(sent.hash, inMessage.row.hash)),
      );
      if (receiver > sender) return { tables, row, sender, receiver };
    }
  }
  throw new TypeError('no block has both ends of a message');
}

function tablesOf(boc: Uint8Array): BlockTables {
  const bag = Bag.parse(boc);
  const tables = createBlockTables();
  const rootHash = bag.hash(bag.root);
  const rowVersion = rowVersionOf(PARSER_VERSION, true);
  addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, fileHash: null, round: LAST_SEQNO, rowVersion });
  return tables;
}

/** The first part of a block; undefined without transactions. */
function firstPartOf({ transactionParts }: BlockTables): TransactionPartRow | undefined {
  const { bytes, rowCount } = transactionParts.rows();
  if (rowCount === 0) return undefined;
  return decodeRow(transactionPartsTable.columns, new RowBinaryReader(Uint8Array.from(bytes)));
}
