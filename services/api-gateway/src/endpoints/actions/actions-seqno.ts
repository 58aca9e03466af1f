import { type ActionsSeqno, readActionsSeqno } from '@tonriver/chain-reader';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { checkRound } from '../find-transactions/check-round.ts';

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
  const known = await readActionsSeqno(reader.stores.gated, visibility);
  if (known === undefined) throw notClassified('no actions are known yet: traces are not classified');
  if (mcSeqno === undefined || mcSeqno <= known.lastSeqno) return known;
  throw notClassified(`the traces of round ${mcSeqno} are not classified yet`);
}

function notClassified(text: string): GatewayError {
  return new GatewayError('not_ready', text, { retryAfterSeconds: 2 });
}
