import { hasPartsSql } from '@tonriver/block-rows';
import {
  blockTransactionsTable,
  bodyHashesTable,
  messageHashesTable,
  messagesTable,
  opcodesTable,
  transactionHashesTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { type ComparedRows, compareRows } from '../compare-rows.ts';
import type { Proof } from '../proof.ts';

const ofTransactions = `the rows of ${transactionsTable.name}`;
const ofMessages = `the rows of ${messagesTable.name}`;

/** Older parsers did not note the round. */
const ROUND_SINCE_PARTS = `if(${hasPartsSql('row_version')}, mc_block_seqno, NULL)`;

const lookUps: readonly ComparedRows[] = [
  {
    table: transactionHashesTable,
    columns: transactionHashesTable.columns,
    expected: `SELECT hash, workchain, account, lt, row_version, ${ROUND_SINCE_PARTS} AS mc_block_seqno
      FROM transactions FINAL`,
    actual: 'SELECT hash, workchain, account, lt, row_version, mc_block_seqno FROM transaction_hashes FINAL',
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
    table: messageHashesTable,
    columns: messageHashesTable.columns,
    expected: `SELECT name.1 AS hash, workchain, account, lt, direction, position, name.2 AS is_norm, row_version,
        round_ AS mc_block_seqno FROM (
        SELECT workchain, account, lt, direction, position, row_version, ${ROUND_SINCE_PARTS} AS round_, arrayJoin(
          if(isNull(hash_norm) OR hash_norm = hash, [(hash, false)], [(hash, false), (assumeNotNull(hash_norm), true)])
        ) AS name FROM messages FINAL)`,
    actual: `SELECT hash, workchain, account, lt, direction, position, is_norm, row_version, mc_block_seqno
      FROM message_hashes FINAL`,
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
