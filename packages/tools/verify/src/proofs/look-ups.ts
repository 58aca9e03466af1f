import {
  blockTransactionsTable,
  bodyHashesTable,
  hashPrefixSql,
  messageNamesSql,
  messagePlacesTable,
  messagesTable,
  opcodesTable,
  transactionPlacesTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { type ComparedRows, compareRows } from '../compare-rows.ts';
import type { Proof } from '../proof.ts';

const ofTransactions = `the rows of ${transactionsTable.name}`;
const ofMessages = `the rows of ${messagesTable.name}`;

const lookUps: readonly ComparedRows[] = [
  {
    table: transactionPlacesTable,
    columns: transactionPlacesTable.columns,
    expected: `SELECT DISTINCT ${hashPrefixSql('hash')} AS hash_prefix, lt, workchain, block_shard AS shard,
        block_seqno AS seqno, mc_block_seqno, row_version
      FROM transactions FINAL`,
    actual: `SELECT hash_prefix, lt, workchain, shard, seqno, mc_block_seqno, row_version
      FROM transaction_places FINAL`,
    source: ofTransactions,
  },
  {
    table: blockTransactionsTable,
    columns: blockTransactionsTable.columns,
    expected: `SELECT workchain, block_shard AS shard, block_seqno AS seqno, lt, account, mc_block_seqno, row_version
      FROM transactions FINAL`,
    actual: 'SELECT workchain, shard, seqno, lt, account, mc_block_seqno, row_version FROM block_transactions FINAL',
    source: ofTransactions,
  },
  {
    table: messagePlacesTable,
    columns: messagePlacesTable.columns,
    expected: `SELECT DISTINCT ${hashPrefixSql('name.1')} AS hash_prefix, lt, workchain, block_shard AS shard,
        block_seqno AS seqno, direction, position, name.2 AS is_norm, mc_block_seqno, row_version
      FROM (SELECT *, arrayJoin(${messageNamesSql}) AS name FROM messages FINAL)`,
    actual: `SELECT hash_prefix, lt, workchain, shard, seqno, direction, position, is_norm, mc_block_seqno,
        row_version FROM message_places FINAL`,
    source: ofMessages,
  },
  {
    table: bodyHashesTable,
    columns: bodyHashesTable.columns,
    expected: `SELECT body_hash, lt, workchain, account, direction, position, mc_block_seqno, row_version
      FROM messages FINAL`,
    actual: `SELECT body_hash, lt, workchain, account, direction, position, mc_block_seqno, row_version
      FROM body_hashes FINAL`,
    source: ofMessages,
  },
  {
    table: opcodesTable,
    columns: opcodesTable.columns,
    expected: `SELECT assumeNotNull(tag) AS opcode, lt, workchain, account, direction, position, mc_block_seqno,
        row_version FROM (SELECT opcode AS tag, lt, workchain, account, direction, position, mc_block_seqno, row_version
        FROM messages FINAL) WHERE tag IS NOT NULL`,
    actual: `SELECT opcode, lt, workchain, account, direction, position, mc_block_seqno, row_version
      FROM opcodes FINAL`,
    source: ofMessages,
  },
];

/** The look-up tables have exactly the rows that follow from the main tables, in all columns. */
export const lookUpsProof: Proof = {
  name: 'look-ups',
  promise: 'the look-up tables have exactly the rows that follow from transactions and messages',
  async *run(context) {
    for (const lookUp of lookUps) yield* compareRows(context, { ...lookUp, columns: inOrder(lookUp) });
  },
};

/** Columns in the order of the selections. */
function inOrder({ columns, actual }: ComparedRows): ComparedRows['columns'] {
  const names = actual.slice('SELECT '.length, actual.indexOf('FROM')).split(',');
  return names.flatMap((name) => columns.find((column) => column.name === name.trim()) ?? []);
}
