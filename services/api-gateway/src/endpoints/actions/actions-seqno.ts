import { actionsProgressTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import type { Visibility } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { GatewayError } from '../../gateway-error.ts';

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

/** @throws {GatewayError} `not_ready` while no round is classified in all partitions */
export async function readActionsSeqno(
  { stores }: Pick<AnswerReader, 'stores'>,
  { range, indexedSeqno }: Pick<Visibility, 'range' | 'indexedSeqno'>,
): Promise<ActionsSeqno> {
  const rangeSeqno = range?.firstSeqno ?? 0;
  const rows = await stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM actions_progress FINAL WHERE range_seqno = ${rangeSeqno}`,
  );
  const isWhole = rows.length > 0 && rows.every(({ partitions }) => partitions === rows.length);
  if (!isWhole) {
    throw new GatewayError('not_ready', 'no actions are known yet: traces are not classified', {
      retryAfterSeconds: 2,
    });
  }
  const lastSeqno = Math.min(indexedSeqno, ...rows.map((row) => row.lastSeqno));
  return { rangeSeqno, lastSeqno, isUpToDate: lastSeqno >= indexedSeqno };
}

/** @throws {GatewayError} `not_ready` for a round whose traces are not classified yet */
export function checkClassified(mcSeqno: number | undefined, { lastSeqno }: ActionsSeqno): void {
  if (mcSeqno === undefined || mcSeqno <= lastSeqno) return;
  throw new GatewayError('not_ready', `the traces of round ${mcSeqno} are not classified yet`, {
    retryAfterSeconds: 2,
  });
}
