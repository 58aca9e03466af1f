import { readFileSync } from 'node:fs';
import { type ClusterOptions, identifier, onClusterSql } from '@tonriver/row-schema';

/** One step of the schema. Numbers follow each other from 1; a step that was released is never edited or removed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /**
   * The oldest version whose programs may go on reading and writing after this step. A step that only adds tables and
   * columns, or changes settings that programs do not see, names the same one as the step before it.
   */
  readonly oldestCompatible: number;
  /** Statements that may be run again after a crash in the middle. */
  readonly statements: (database: string, options: ClusterOptions) => readonly string[];
  /** Statements with `{slice}` are run for one slice after the other of the rows of this table. */
  readonly slices?: SlicedTable;
}

/** A table of which one statement cannot read all rows in its time. */
export interface SlicedTable {
  readonly table: string;
  /** A column of hashes, which are evenly spread. */
  readonly by: string;
}

/**
 * The statements of a file in `sql/`. They are frozen text: what a step did to a database does not change when the
 * definitions of the tables do. `{database}`, `{onCluster}` and `{replicated}` are filled in.
 */
function statementsOfFile(file: URL): Migration['statements'] {
  const text = readFileSync(file, 'utf8');
  return (database, options) =>
    text
      .replaceAll('{database}', identifier(database))
      .replaceAll('{onCluster}', onClusterSql(options))
      .replaceAll('{replicated}', options.isReplicated === true ? 'Replicated' : '')
      .replaceAll(/^--.*\n/gm, '')
      .split(/;\s*\n/)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
}

function step(version: number, oldestCompatible: number, name: string, file?: string, slices?: SlicedTable): Migration {
  const statements = file === undefined ? () => [] : statementsOfFile(new URL(`./sql/${file}`, import.meta.url));
  return { version, name, oldestCompatible, statements, ...(slices === undefined ? {} : { slices }) };
}

/**
 * Every step of the schema, oldest first. Steps 3 and 5 added columns that step 6 replaced: a database that begins now
 * has no use for them.
 */
export const migrations: readonly Migration[] = [
  step(1, 1, 'create tables', '0001-create-chain-tables.sql'),
  step(2, 2, 'create tables of account states', '0002-create-account-tables.sql'),
  step(3, 3, 'add packs to transactions and messages'),
  step(4, 4, 'create tables of what was resolved', '0004-create-resolver-tables.sql'),
  step(5, 5, 'add packs to account states and blocks'),
  step(6, 6, 'give packs and digests their version', '0006-give-packs-and-digests-their-version.sql'),
  step(7, 6, 'create the table of parts of blocks and note their links', '0007-create-transaction-parts.sql'),
  step(8, 7, 'create look-ups by the beginning of a hash and end two packs', '0008-create-places-and-end-packs.sql'),
  step(9, 8, 'fill the look-ups by the beginning of a hash', '0009-fill-places.sql', {
    table: 'messages',
    by: 'account',
  }),
  step(10, 9, 'empty the look-ups by whole hashes', '0010-empty-look-ups-by-whole-hashes.sql'),
  step(11, 9, 'find blocks by hash and by time', '0011-find-blocks-by-hash-and-time.sql'),
  step(12, 9, 'find blocks by the end of their logical time', '0012-find-blocks-by-end-lt.sql'),
  step(13, 9, 'find accounts by balance', '0013-find-accounts-by-balance.sql'),
  step(14, 9, 'create tables of what contracts are', '0014-create-interface-tables.sql'),
  step(15, 9, 'create tables of actions', '0015-create-action-tables.sql'),
  step(16, 9, 'add the content of tokens and domains', '0016-add-content-of-tokens-and-domains.sql'),
  step(17, 9, 'merge small parts together and make no statistics', '0017-merge-small-parts-together.sql'),
];
