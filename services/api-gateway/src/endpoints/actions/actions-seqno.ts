import { actionsProgressTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import type { Visibility } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { checkRound } from '../find-transactions/check-round.ts';

const columns = pickColumns(actionsProgressTable, 'partition', 'last_seqno', 'partitions');

/** Up to where traces are classified. */
export interface ActionsSeqno {
  /** First round of the range that the classifications are of. */
  readonly rangeSeqno: number;
  /** Up to this round the traces of all partitions are classified; never above the watermark. */
  readonly lastSeqno: number;
  /** No more can come while the watermark stays. */
  readonly isUpToDate: boolean;
}

/** Returns up to where traces are classified; undefined while no round is classified in all partitions. */
export async function readActionsSeqno(
  { stores }: Pick<AnswerReader, 'stores'>,
  { range, indexedSeqno }: Pick<Visibility, 'range' | 'indexedSeqno'>,
): Promise<ActionsSeqno | undefined> {
  const rangeSeqno = range?.firstSeqno ?? 0;
  const rows = await stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM actions_progress FINAL WHERE range_seqno = ${rangeSeqno}`,
  );
  const isWhole = rows.length > 0 && rows.every(({ partitions }) => partitions === rows.length);
  if (!isWhole) return undefined;
  const lastSeqno = Math.min(indexedSeqno, ...rows.map((row) => row.lastSeqno));
  return { rangeSeqno, lastSeqno, isUpToDate: lastSeqno >= indexedSeqno };
}

/**
 * Returns up to where traces are classified, for a request that may name a round.
 *
 * @throws {GatewayError} `not_ready` when that round, or none, is classified yet; as `checkRound` for one that is not
 *   indexed
 */
export async function classifiedFor(
  { reader, visibility }: Pick<ReadingContext, 'reader' | 'visibility'>,
  mcSeqno: number | undefined,
): Promise<ActionsSeqno> {
  await checkRound({ reader, request: { filters: { mc_seqno: mcSeqno } }, visible: visibility });
  const known = await readActionsSeqno(reader, visibility);
  if (known === undefined) throw notClassified('no actions are known yet: traces are not classified');
  if (mcSeqno === undefined || mcSeqno <= known.lastSeqno) return known;
  throw notClassified(`the traces of round ${mcSeqno} are not classified yet`);
}

function notClassified(text: string): GatewayError {
  return new GatewayError('not_ready', text, { retryAfterSeconds: 2 });
}
