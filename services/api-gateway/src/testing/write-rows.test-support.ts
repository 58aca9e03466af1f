import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountStateRow,
  accountStatesTable,
  latestAccountStatesTable,
  type BlockRow,
  blocksTable,
  blockTransactionsTable,
  bodyHashesTable,
  type CellTreeRow,
  cellTreesTable,
  type ConfigRow,
  configsTable,
  createRowBatch,
  type DeploymentRow,
  deploymentTable,
  type MasterchainShardRow,
  masterchainShardsTable,
  type MessageRow,
  hashPrefixOf,
  messagePlacesTable,
  messagesTable,
  opcodesTable,
  roundBlocksTable,
  type RoundRow,
  roundsTable,
  type StateInitRow,
  stateInitsTable,
  type TableDefinition,
  type TraceIdRow,
  traceIdsTable,
  type TraceRow,
  tracesTable,
  transactionPlacesTable,
  type TransactionRow,
  transactionsTable,
  type WatermarkRow,
  watermarksTable,
} from '@tonriver/row-schema';

/** Rows of the main tables; the look-up tables follow from them. */
export interface ChainRows {
  readonly blocks?: readonly BlockRow[];
  readonly transactions?: readonly TransactionRow[];
  readonly messages?: readonly MessageRow[];
  readonly cellTrees?: readonly CellTreeRow[];
  readonly stateInits?: readonly StateInitRow[];
  readonly traceIds?: readonly TraceIdRow[];
  readonly traces?: readonly TraceRow[];
  readonly accountStates?: readonly AccountStateRow[];
  readonly configs?: readonly ConfigRow[];
  readonly shards?: readonly MasterchainShardRow[];
  readonly rounds?: readonly RoundRow[];
  readonly watermarks?: readonly Omit<WatermarkRow, 'linkedSeqno'>[];
  readonly deployment?: readonly DeploymentRow[];
}

interface PlacedRow {
  readonly hash: Uint8Array;
  readonly blockShard: bigint;
  readonly blockSeqno: number;
}

/** Writes rows with everything that the parser would write beside them, blocks last. */
export async function writeRows(store: ClickHouseStore, rows: ChainRows): Promise<void> {
  const { blocks = [], transactions = [], messages = [] } = rows;
  const insert = async <Row>(table: TableDefinition<Row>, some: readonly Row[] = []): Promise<void> => {
    if (some.length === 0) return;
    const batch = createRowBatch(table);
    for (const row of some) batch.add(row);
    await store.insertRows(table, batch.rows());
  };
  await insert(deploymentTable, rows.deployment);
  await insert(cellTreesTable, rows.cellTrees);
  await insert(stateInitsTable, rows.stateInits);
  await insert(transactionsTable, transactions);
  await insert(messagesTable, messages);
  await insert(messagePlacesTable, messages.flatMap(hashRowsOf).map(placeRow));
  await insert(bodyHashesTable, messages);
  await insert(
    opcodesTable,
    messages.flatMap((message) => (message.opcode === null ? [] : [{ ...message, opcode: message.opcode }])),
  );
  await insert(transactionPlacesTable, transactions.map(placeRow));
  await insert(
    blockTransactionsTable,
    transactions.map((row) => ({ ...row, shard: row.blockShard, seqno: row.blockSeqno })),
  );
  await insert(accountStatesTable, rows.accountStates);
  await insert(latestAccountStatesTable, rows.accountStates);
  await insert(configsTable, rows.configs);
  await insert(masterchainShardsTable, rows.shards);
  await insert(
    roundBlocksTable,
    blocks.flatMap((block) => (block.mcBlockSeqno === null ? [] : [{ ...block, mcBlockSeqno: block.mcBlockSeqno }])),
  );
  await insert(blocksTable, blocks);
  await insert(roundsTable, rows.rounds);
  await insert(traceIdsTable, rows.traceIds);
  await insert(tracesTable, rows.traces);
  await insert(
    watermarksTable,
    rows.watermarks?.map((row) => ({ ...row, linkedSeqno: 0 })),
  );
}

function placeRow<Row extends PlacedRow>(row: Row) {
  return { ...row, hashPrefix: hashPrefixOf(row.hash), shard: row.blockShard, seqno: row.blockSeqno };
}

function hashRowsOf(message: MessageRow) {
  const row = { ...message, isNorm: false };
  const { hashNorm } = message;
  return hashNorm === null ? [row] : [row, { ...message, hash: hashNorm, isNorm: true }];
}
