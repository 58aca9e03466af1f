import {
  columnsSql,
  messagePlacesTable,
  messagesTable,
  pickColumns,
  type RowOf,
  uint32,
  uint64,
} from '@tonriver/row-schema';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { planHashWindows, prefixBound } from '../hash-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery, rangeNumberSql } from '../ranges.ts';

const BUCKET_COUNT = 1_048_576;
/** Sender of messages that the block itself makes: collected fees and minted currencies. */
const fromSystem = `(direction = 'in' AND source_type = 'std' AND source_workchain = -1
  AND source_account = toFixedString(unhex('00'), 32))`;

const [hash] = pickColumns(messagesTable, 'hash');
const rowKey = pickColumns(messagesTable, 'workchain', 'account', 'lt', 'direction', 'position');
const columns = [
  hash,
  { name: 'senders', type: uint64, comment: 'Rows of the message as sent' },
  { name: 'receivers', type: uint64, comment: 'Rows of the message as received' },
  { name: 'range', type: uint32, comment: 'Range of the row that is named; 0: a partial block' },
  ...rowKey,
] as const;

/**
 * Every internal message has one sender and one receiver, unless it is in flight or crosses the edge of the stored
 * ranges.
 */
export const messagesProof: Proof = {
  name: 'messages',
  promise: 'every internal message has one sender and one receiver, or is in flight, or is made by the block itself',
  async *run(context) {
    yield* checkBalance(context);
    yield* checkRepetitions(context);
  },
};

/**
 * Sums all senders and receivers per bucket of hashes. Only buckets in which they do not cancel out are examined
 * message by message. These are few, because only messages in flight and at the edges of ranges have one side.
 */
async function* checkBalance(context: ProofContext): AsyncGenerator<Problem> {
  const { store, ranges } = context;
  const bucket = `toUInt32(sipHash64(hash) % ${BUCKET_COUNT})`;
  const sides = `FROM messages FINAL WHERE kind = 'internal' AND NOT ${fromSystem}`;
  const [counts] = await store.query<{ readonly internal: string; readonly system: string }>(
    `SELECT countIf(NOT ${fromSystem}) AS internal, countIf(${fromSystem}) AS system
     FROM messages FINAL WHERE kind = 'internal'`,
    {},
    longQuery,
  );
  context.count('rows of internal messages', Number(counts?.internal ?? 0));
  context.count('messages that a block itself made (exempt)', Number(counts?.system ?? 0));
  const unbalanced = `SELECT ${bucket} AS bucket_ ${sides} GROUP BY bucket_
    HAVING sum(if(direction = 'out', 1, -1)) != 0
      OR sum(if(direction = 'out', 1, -1) * toInt64(cityHash64(hash))) != 0`;
  const found = store.stream(
    columns,
    `SELECT hash, senders, receivers, number AS range,
       ${rowKey.map(({ name }, at) => `row.${at + 1} AS ${name}`).join(', ')}
     FROM (
       SELECT hash, countIf(direction = 'out') AS senders, countIf(direction = 'in') AS receivers,
         any((${columnsSql(rowKey)})) AS row, any(${rangeNumberSql(ranges, 'mc_block_seqno')}) AS number
       ${sides} AND ${bucket} IN (${unbalanced})
       GROUP BY hash HAVING senders != 1 OR receivers != 1
     )`,
    {},
    longQuery,
  );
  for await (const batch of found) {
    for (const row of batch) {
      const problem = judge(context, row);
      if (problem !== undefined) yield { ...nameOf(messagesTable, row), problem };
    }
  }
}

function judge(
  { ranges, count }: ProofContext,
  row: { readonly senders: bigint; readonly receivers: bigint; readonly range: number; readonly hash: Uint8Array },
): string | undefined {
  const { senders, receivers } = row;
  if (senders === 1n && receivers === 0n) {
    count('messages in flight', 1);
    return undefined;
  }
  if (senders === 0n && receivers === 1n) {
    const range = ranges[row.range - 1];
    if (range === undefined || range.first > 1) {
      count(
        range === undefined
          ? 'messages received in partial blocks (exempt)'
          : 'messages received whose sender may lie before the range (exempt)',
        1,
      );
      return undefined;
    }
    return `message ${valueText(row.hash)} has no sender, though everything from round 1 on is stored`;
  }
  return `message ${valueText(row.hash)} has ${senders} senders and ${receivers} receivers`;
}

const placeColumns = pickColumns(messagePlacesTable, 'lt', 'workchain', 'shard', 'seqno', 'direction', 'position');
type Place = RowOf<typeof placeColumns>;
type MessageOfPlace = RowOf<typeof sentColumns>;
const sentColumns = [...rowKey, ...pickColumns(messagesTable, 'hash')] as const;

/**
 * Finds messages that were sent twice and received twice: their sums cancel out. The look-up by hash is sorted so that
 * equal hashes are together; those that only begin alike are told apart by their rows.
 */
async function* checkRepetitions(context: ProofContext): AsyncGenerator<Problem> {
  const { store } = context;
  for (const window of await planHashWindows(context, 'message_places', { boundOf: prefixBound })) {
    const batches = store.stream(
      placeColumns,
      `SELECT ${columnsSql(placeColumns)} FROM message_places FINAL
       WHERE NOT is_norm AND hash_prefix IN (
         SELECT hash_prefix FROM message_places FINAL WHERE NOT is_norm AND ${window('hash_prefix')}
         GROUP BY hash_prefix HAVING countIf(direction = 'in') > 1 OR countIf(direction = 'out') > 1)
       ORDER BY hash_prefix`,
      {},
      longQuery,
    );
    /** Hash and direction → the rows of internal messages. */
    const sides = new Map<string, MessageOfPlace[]>();
    for await (const batch of batches) {
      for (let start = 0; start < batch.length; start += PLACES_PER_QUERY) {
        for (const row of await messagesAt(context, batch.slice(start, start + PLACES_PER_QUERY))) {
          const side = `${row.direction} ${valueText(row.hash)}`;
          sides.set(side, [...(sides.get(side) ?? []), row]);
        }
      }
    }
    for (const { hash: _hash, ...row } of [...sides.values()].filter(({ length }) => length > 1).flat()) {
      yield { ...nameOf(messagesTable, row), problem: 'the same message was sent or received before' };
    }
  }
}

/** Places of one query: their text must fit into it (256 KiB). */
const PLACES_PER_QUERY = 1000;

/** Returns the internal messages at places. Others may be accepted as often as somebody sends them. */
async function messagesAt({ store }: ProofContext, places: readonly Place[]): Promise<readonly MessageOfPlace[]> {
  const keys = places.map(
    ({ lt, workchain, shard, seqno, direction, position }) =>
      `(${lt}, ${workchain}, toInt64('${shard}'), ${seqno}, '${direction}', ${position})`,
  );
  return await store.select(
    sentColumns,
    `SELECT ${columnsSql(sentColumns)} FROM messages FINAL
     WHERE kind = 'internal' AND lt IN (${[...new Set(places.map(({ lt }) => lt))].join(', ')})
       AND (lt, workchain, block_shard, block_seqno, direction, position) IN (${keys.join(', ')})`,
    {},
    longQuery,
  );
}
