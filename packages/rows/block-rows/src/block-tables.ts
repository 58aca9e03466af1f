import {
  type AccountStateRow,
  accountStatesTable,
  type BlockDigestRow,
  type BlockRow,
  type BlockTransactionRow,
  blockDigestsTable,
  blocksTable,
  blockTransactionsTable,
  type BodyHashRow,
  bodyHashesTable,
  type CellTreeRow,
  cellTreesTable,
  type ConfigRow,
  configsTable,
  createRowBatch,
  type LatestAccountStateRow,
  latestAccountStatesTable,
  type MasterchainShardRow,
  masterchainShardsTable,
  type MessagePlaceRow,
  type MessageRow,
  messagePlacesTable,
  messagesTable,
  type OpcodeRow,
  opcodesTable,
  type RoundBlockRow,
  type RowBatch,
  type RowBinaryRows,
  type BlockOfRoundRow,
  blocksOfRoundsTable,
  roundBlocksTable,
  type StateInitRow,
  stateInitsTable,
  type TableDefinition,
  type TransactionPlaceRow,
  type TransactionPartRow,
  type TransactionRow,
  transactionPlacesTable,
  transactionPartsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { createKnownHashes, type KnownHashes } from './known-hashes.ts';

/** Rows of many blocks, collected for one insert per table. */
export interface BlockTables {
  readonly cellTrees: RowBatch<CellTreeRow>;
  readonly stateInits: RowBatch<StateInitRow>;
  readonly messagePlaces: RowBatch<MessagePlaceRow>;
  readonly bodyHashes: RowBatch<BodyHashRow>;
  readonly opcodes: RowBatch<OpcodeRow>;
  readonly transactionPlaces: RowBatch<TransactionPlaceRow>;
  readonly blockTransactions: RowBatch<BlockTransactionRow>;
  readonly messages: RowBatch<MessageRow>;
  readonly transactions: RowBatch<TransactionRow>;
  readonly transactionParts: RowBatch<TransactionPartRow>;
  readonly accountStates: RowBatch<AccountStateRow>;
  readonly latestAccountStates: RowBatch<LatestAccountStateRow>;
  readonly configs: RowBatch<ConfigRow>;
  readonly masterchainShards: RowBatch<MasterchainShardRow>;
  readonly blockDigests: RowBatch<BlockDigestRow>;
  readonly blocksOfRounds: RowBatch<BlockOfRoundRow>;
  readonly roundBlocks: RowBatch<RoundBlockRow>;
  readonly blocks: RowBatch<BlockRow>;
  /** Hashes of the rows in `cellTrees`. */
  readonly knownTrees: KnownHashes;
  /** Hashes of the rows in `stateInits`. Kept apart from trees: the cell of a StateInit can also be code or data. */
  readonly knownInits: KnownHashes;
}

export function createBlockTables(): BlockTables {
  return {
    cellTrees: createRowBatch(cellTreesTable),
    stateInits: createRowBatch(stateInitsTable),
    messagePlaces: createRowBatch(messagePlacesTable),
    bodyHashes: createRowBatch(bodyHashesTable),
    opcodes: createRowBatch(opcodesTable),
    transactionPlaces: createRowBatch(transactionPlacesTable),
    blockTransactions: createRowBatch(blockTransactionsTable),
    messages: createRowBatch(messagesTable),
    transactions: createRowBatch(transactionsTable),
    transactionParts: createRowBatch(transactionPartsTable),
    accountStates: createRowBatch(accountStatesTable),
    latestAccountStates: createRowBatch(latestAccountStatesTable),
    configs: createRowBatch(configsTable),
    masterchainShards: createRowBatch(masterchainShardsTable),
    blockDigests: createRowBatch(blockDigestsTable),
    blocksOfRounds: createRowBatch(blocksOfRoundsTable),
    roundBlocks: createRowBatch(roundBlocksTable),
    blocks: createRowBatch(blocksTable),
    knownTrees: createKnownHashes(),
    knownInits: createKnownHashes(),
  };
}

interface TableRows {
  readonly table: Pick<TableDefinition, 'name' | 'columns'>;
  readonly rows: RowBinaryRows;
}

/**
 * The tables that have rows, in the stages in which they are written. The digests come first: they say under which
 * version rows of the block are written, before there are any. Then what others point to, and blocks last, so that a
 * block row means that everything of the block is there. The tables of one stage may be written at the same time.
 */
export function writeStages(tables: BlockTables): readonly (readonly TableRows[])[] {
  return stagesOf(tables).flatMap((stage) => {
    const written = stage.filter(({ batch }) => batch.rowCount > 0);
    return written.length === 0 ? [] : [written.map(({ table, batch }) => ({ table, rows: batch.rows() }))];
  });
}

/** The same, one table after the other. */
export function tablesInWriteOrder(tables: BlockTables): readonly TableRows[] {
  return writeStages(tables).flat();
}

/** Returns the number of bytes of all rows. */
export function byteLengthOf(tables: BlockTables): number {
  // Called after every message of a block: building a list of the batches would be slow.
  return (
    tables.cellTrees.byteLength +
    tables.stateInits.byteLength +
    tables.messagePlaces.byteLength +
    tables.bodyHashes.byteLength +
    tables.opcodes.byteLength +
    tables.transactionPlaces.byteLength +
    tables.blockTransactions.byteLength +
    tables.messages.byteLength +
    tables.transactions.byteLength +
    tables.transactionParts.byteLength +
    tables.accountStates.byteLength +
    tables.latestAccountStates.byteLength +
    tables.configs.byteLength +
    tables.masterchainShards.byteLength +
    tables.blockDigests.byteLength +
    tables.blocksOfRounds.byteLength +
    tables.roundBlocks.byteLength +
    tables.blocks.byteLength
  );
}

/** Removes all rows and keeps the memory. */
export function resetTables(tables: BlockTables): void {
  for (const { batch } of allBatches(tables)) batch.reset();
  tables.knownTrees.truncate(0);
  tables.knownInits.truncate(0);
}

/** Returns a function that removes all rows added since this call, such as those of a block that proves malformed. */
export function createRollback(tables: BlockTables): () => void {
  const sizes = allBatches(tables).map(({ batch: { rowCount, byteLength } }) => ({ rowCount, byteLength }));
  const treeCount = tables.knownTrees.size;
  const initCount = tables.knownInits.size;
  return () => {
    allBatches(tables).forEach(({ batch }, index) => batch.rollback(sizes[index]!));
    tables.knownTrees.truncate(treeCount);
    tables.knownInits.truncate(initCount);
  };
}

function allBatches(tables: BlockTables) {
  return stagesOf(tables).flat();
}

function stagesOf(tables: BlockTables) {
  return [
    [{ table: blockDigestsTable, batch: tables.blockDigests }],
    [
      { table: cellTreesTable, batch: tables.cellTrees },
      { table: stateInitsTable, batch: tables.stateInits },
      // Before all rows that lead to a transaction: what they lead to is read from here.
      { table: transactionPartsTable, batch: tables.transactionParts },
    ],
    [
      { table: messagePlacesTable, batch: tables.messagePlaces },
      { table: bodyHashesTable, batch: tables.bodyHashes },
      { table: opcodesTable, batch: tables.opcodes },
      { table: transactionPlacesTable, batch: tables.transactionPlaces },
      { table: blockTransactionsTable, batch: tables.blockTransactions },
      { table: messagesTable, batch: tables.messages },
      { table: transactionsTable, batch: tables.transactions },
      { table: accountStatesTable, batch: tables.accountStates },
      { table: latestAccountStatesTable, batch: tables.latestAccountStates },
      { table: configsTable, batch: tables.configs },
      { table: masterchainShardsTable, batch: tables.masterchainShards },
    ],
    [
      { table: blocksOfRoundsTable, batch: tables.blocksOfRounds },
      { table: roundBlocksTable, batch: tables.roundBlocks },
    ],
    [{ table: blocksTable, batch: tables.blocks }],
  ] as const;
}
