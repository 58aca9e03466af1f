import {
  blocksTable,
  columnsSql,
  messagesTable,
  NO_ROUND,
  pickColumns,
  type RowOf,
  type RowReader,
  transactionsTable,
} from '@tonriver/row-schema';
import type { RoundTransaction, TransactionPlace } from '@tonriver/traces';
import { BlockRowsError } from '../block-rows-error.ts';
import { compareInBlock } from '../compare-in-block.ts';

/** A round read from its rows. Its traces are assembled again when an earlier start of the range becomes known. */
interface StoredRound {
  readonly seqno: number;
  readonly transactions: readonly RoundTransaction[];
}

const blockColumns = pickColumns(blocksTable, 'mc_block_seqno', 'start_lt', 'end_lt');
const transactionColumns = pickColumns(
  transactionsTable,
  'workchain',
  'account',
  'lt',
  'hash',
  'now',
  'block_shard',
  'block_seqno',
  'mc_block_seqno',
);
const messageColumns = pickColumns(
  messagesTable,
  'workchain',
  'account',
  'lt',
  'direction',
  'position',
  'hash',
  'hash_norm',
  'kind',
  'source_workchain',
  'source_account',
);

/**
 * Reads rounds from their rows, in the form that trace assembly needs and parsers announce.
 *
 * @throws {BlockRowsError} `missing_rows` when a round has no block row
 */
export async function loadStoredRounds(
  store: RowReader,
  range: { readonly first: number; readonly last: number },
): Promise<readonly StoredRound[]> {
  const parameters = { first: range.first, last: range.last };
  const inRange = 'mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}';
  const blocks = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM blocks FINAL WHERE ${inRange}`,
    parameters,
  );
  const rounds = new Map<number, RoundTransaction[]>();
  for (const { mcBlockSeqno } of blocks) if (mcBlockSeqno !== null) rounds.set(mcBlockSeqno, []);
  for (let seqno = range.first; seqno <= range.last; seqno += 1) {
    if (!rounds.has(seqno)) throw new BlockRowsError('missing_rows', `Round ${seqno} has no stored block`, { seqno });
  }
  // With a range of lt the engine reads few partitions: with the rounds alone it would read the whole history.
  const startLt = blocks.reduce((least, { startLt: lt }) => (lt < least ? lt : least), blocks[0]?.startLt ?? 0n);
  const endLt = blocks.reduce((most, { endLt: lt }) => (lt > most ? lt : most), 0n);
  const where = `lt BETWEEN {startLt:UInt64} AND {endLt:UInt64} AND ${inRange}`;
  const all = { ...parameters, startLt, endLt };
  const messages = messagesByTransaction(
    await store.select(messageColumns, `SELECT ${columnsSql(messageColumns)} FROM messages FINAL WHERE ${where}`, all),
  );
  const transactions = await store.select(
    transactionColumns,
    `SELECT ${columnsSql(transactionColumns)} FROM transactions FINAL WHERE ${where}`,
    all,
  );
  const placeOf = createPlaces();
  for (const row of transactions.toSorted(compareInBlock)) {
    if (row.mcBlockSeqno === null) continue;
    const account = hex(row.account);
    rounds.get(row.mcBlockSeqno)?.push({
      workchain: row.workchain,
      account,
      lt: row.lt,
      hash: base64(row.hash),
      place: placeOf(row),
      now: row.now,
      ...(messages.get(`${row.workchain}:${account}:${row.lt}`) ?? noMessages()),
    });
  }
  return [...rounds]
    .map(([seqno, ofRound]) => ({ seqno, transactions: ofRound }))
    .toSorted((left, right) => left.seqno - right.seqno);
}

type StoredTransaction = RowOf<typeof transactionColumns>;

/** Counts the transactions of each block, which come in order. */
function createPlaces(): (row: StoredTransaction) => TransactionPlace {
  const counts = new Map<string, number>();
  return ({ mcBlockSeqno, workchain, blockShard: shard, blockSeqno: seqno }) => {
    const block = `${workchain}:${shard}:${seqno}`;
    const index = counts.get(block) ?? 0;
    counts.set(block, index + 1);
    return { round: mcBlockSeqno ?? NO_ROUND, shard, seqno, index };
  };
}

interface MessagesOfTransaction {
  inMessage: RoundTransaction['inMessage'];
  outMessages: string[];
  logCount: number;
}

function noMessages(): MessagesOfTransaction {
  return { inMessage: null, outMessages: [], logCount: 0 };
}

interface StoredMessage {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
  readonly direction: 'in' | 'out';
  readonly position: number;
  readonly hash: Uint8Array;
  readonly hashNorm: Uint8Array | null;
  readonly kind: 'internal' | 'external_in' | 'external_out';
  readonly sourceWorkchain: number;
  readonly sourceAccount: Uint8Array;
}

function messagesByTransaction(rows: readonly StoredMessage[]): Map<string, MessagesOfTransaction> {
  const result = new Map<string, MessagesOfTransaction>();
  for (const row of rows.toSorted((left, right) => left.position - right.position)) {
    const key = `${row.workchain}:${hex(row.account)}:${row.lt}`;
    const messages = result.get(key) ?? noMessages();
    result.set(key, messages);
    if (row.direction === 'in') messages.inMessage = inMessageOf(row);
    else if (row.kind === 'external_out') messages.logCount += 1;
    else messages.outMessages.push(base64(row.hash));
  }
  return result;
}

function inMessageOf(row: StoredMessage): RoundTransaction['inMessage'] {
  const hash = base64(row.hash);
  if (row.kind === 'external_in')
    return { hash, norm: row.hashNorm === null ? null : base64(row.hashNorm), from: 'external' };
  const isSystem = row.sourceWorkchain === -1 && row.sourceAccount.every((byte) => byte === 0);
  return { hash, norm: null, from: isSystem ? 'system' : 'account' };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
