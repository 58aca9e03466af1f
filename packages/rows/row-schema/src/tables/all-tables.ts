import { accountDataTable } from './account-data.ts';
import { accountStatesTable } from './account-states.ts';
import { actionPlacesTable } from './action-places.ts';
import { actionsProgressTable } from './actions-progress.ts';
import { assemblerSnapshotsTable } from './assembler-snapshots.ts';
import { blockDigestsTable } from './block-digests.ts';
import { blockTransactionsTable } from './block-transactions.ts';
import { blocksTable } from './blocks.ts';
import { bodyHashesTable } from './body-hashes.ts';
import { cellTreesTable } from './cell-trees.ts';
import { classifiedTracesTable } from './classified-traces.ts';
import { configsTable } from './configs.ts';
import { contractInterfacesTable } from './contract-interfaces.ts';
import { deploymentTable } from './deployment.ts';
import { detectedRoundsTable } from './detected-rounds.ts';
import { domainNamesTable } from './domain-names.ts';
import { initialStatesTable } from './initial-states.ts';
import { latestAccountStatesTable } from './latest-account-states.ts';
import { librariesTable } from './libraries.ts';
import { masterchainShardsTable } from './masterchain-shards.ts';
import { messagePlacesTable } from './message-places.ts';
import { transactionPlacesTable } from './transaction-places.ts';
import { messagesTable } from './messages.ts';
import { opcodesTable } from './opcodes.ts';
import { resolvedAccountsTable } from './resolved-accounts.ts';
import { resolvedBlocksTable } from './resolved-blocks.ts';
import { blocksOfRoundsTable } from './blocks-of-rounds.ts';
import { roundBlocksTable } from './round-blocks.ts';
import { roundsTable } from './rounds.ts';
import { stateInitsTable } from './state-inits.ts';
import { stateProgressTable } from './state-progress.ts';
import type { TableDefinition } from './table-definition.ts';
import { traceAccountsTable } from './trace-accounts.ts';
import { traceIdsTable } from './trace-ids.ts';
import { tracesTable } from './traces.ts';
import { transactionPartsTable } from './transaction-parts.ts';
import { transactionsTable } from './transactions.ts';
import { watermarksTable } from './watermarks.ts';

/** Every table of the schema. */
export const allTables: readonly TableDefinition[] = [
  deploymentTable,
  blocksTable,
  masterchainShardsTable,
  roundBlocksTable,
  blocksOfRoundsTable,
  transactionsTable,
  messagesTable,
  transactionPartsTable,
  cellTreesTable,
  stateInitsTable,
  messagePlacesTable,
  bodyHashesTable,
  opcodesTable,
  transactionPlacesTable,
  blockTransactionsTable,
  blockDigestsTable,
  roundsTable,
  watermarksTable,
  traceIdsTable,
  tracesTable,
  assemblerSnapshotsTable,
  accountStatesTable,
  latestAccountStatesTable,
  accountDataTable,
  configsTable,
  librariesTable,
  stateProgressTable,
  resolvedBlocksTable,
  resolvedAccountsTable,
  initialStatesTable,
  contractInterfacesTable,
  detectedRoundsTable,
  domainNamesTable,
  classifiedTracesTable,
  traceAccountsTable,
  actionPlacesTable,
  actionsProgressTable,
];
