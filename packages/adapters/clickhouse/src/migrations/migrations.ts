import {
  accountStatesTable,
  accountTables,
  addPackSql,
  blocksTable,
  chainTables,
  type ClusterOptions,
  createTableSql,
  messagesTable,
  resolverTables,
  transactionsTable,
} from '@tonriver/row-schema';

/** One step of the schema. Numbers follow each other from 1; a step that was released is never edited or removed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements that may be run again after a crash in the middle. */
  readonly statements: (database: string, options: ClusterOptions) => readonly string[];
}

/** Every step of the schema, oldest first. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'create tables',
    statements: (database, options) => chainTables.map((table) => createTableSql(table, database, options)),
  },
  {
    version: 2,
    name: 'create tables of account states',
    statements: (database, options) => accountTables.map((table) => createTableSql(table, database, options)),
  },
  {
    version: 3,
    name: 'add packs to transactions and messages',
    statements: (database, options) =>
      [transactionsTable, messagesTable].map((table) => addPackSql(table, database, options)),
  },
  {
    version: 4,
    name: 'create tables of what was resolved',
    statements: (database, options) => resolverTables.map((table) => createTableSql(table, database, options)),
  },
  {
    version: 5,
    name: 'add packs to account states and blocks',
    statements: (database, options) =>
      [accountStatesTable, blocksTable].map((table) => addPackSql(table, database, options)),
  },
];

/** The number of the newest step: what a migrated database has, and what this code expects. */
export const schemaVersion: number = Math.max(...migrations.map((migration) => migration.version));
