import { columnsSql, messagesTable, pickColumns, type RowOf } from '@tonriver/row-schema';
import { filterConditions, orderLt } from './conditions.ts';
import type { MessagesRequest } from './query.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

const headColumns = pickColumns(messagesTable, 'workchain', 'account', 'lt', 'direction', 'position', 'mc_block_seqno');

/** Where a message of a page is: at its sender if that is known, else at its receiver. */
export type MessageHead = RowOf<typeof headColumns>;

/** Rows of `messages` among which a page is looked for. */
export interface CandidateRows {
  /** A condition that the sort key of `messages` serves. */
  readonly condition: string;
  /** About how many rows it is true for. */
  readonly weight: number;
  /** A condition on what messages are ordered by: all messages for which it holds are among the rows. */
  readonly complete?: string;
}

export type Queries = Pick<AnswerReader, 'stores' | 'walking'>;

/**
 * Returns one page of the messages among candidates that match all filters. The rows of a message at its sender and its
 * receiver are one message. An external one that was accepted several times is listed for each time.
 */
export async function readHeads(
  { stores, walking }: Queries,
  { filters, order, isByTime, page }: MessagesRequest,
  indexedSeqno: number,
  { condition, weight, complete }: CandidateRows,
): Promise<readonly MessageHead[]> {
  const identity = 'workchain, account, lt, direction, position';
  const ends = ['source', 'destination'].flatMap((end) =>
    ['type', 'workchain', 'account', 'text'].map((member) => `${end}_${member}`),
  );
  const read = `hash, hash_norm, kind, created_lt, created_at, opcode, body_hash, mc_block_seqno, ${ends.join(', ')}`;
  const newest = `SELECT ${identity}, ${read} FROM messages WHERE ${condition}
    ORDER BY ${identity}, row_version DESC LIMIT 1 BY ${identity}`;
  const shown = ['mc_block_seqno IS NOT NULL', `mc_block_seqno <= ${indexedSeqno}`, ...filterConditions(filters)];
  const distinct = `SELECT ${identity}, mc_block_seqno, hash, created_at, ${orderLt} AS order_lt FROM (${newest})
    WHERE ${shown.join(' AND ')}
    ORDER BY hash, order_lt, direction DESC, lt, workchain, account LIMIT 1 BY hash, order_lt`;
  return await walking.run(
    () =>
      stores.gated.select(
        headColumns,
        `SELECT ${columnsSql(headColumns)} FROM (${distinct}) ${complete === undefined ? '' : `WHERE ${complete}`}
         ORDER BY ${isByTime ? 'created_at' : 'order_lt'} ${order}, base64Encode(hash) ${order}, order_lt ${order}
         LIMIT ${page.limit} OFFSET ${page.offset}`,
      ),
    weight,
  );
}
