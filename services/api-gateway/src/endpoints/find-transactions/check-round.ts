import { GatewayError } from '../../gateway-error.ts';
import type { Search } from './request.ts';

interface RoundToCheck {
  readonly reader: Pick<Search['reader'], 'blocks'>;
  readonly request: { readonly filters: { readonly mc_seqno?: number | undefined } };
  readonly visible: Search['visible'];
}

/** @throws {GatewayError} `not_found` when the round of the request is not visible */
export async function checkRound({ reader, request, visible: { range } }: RoundToCheck): Promise<void> {
  const { mc_seqno: mcSeqno } = request.filters;
  if (mcSeqno === undefined) return;
  if (range !== undefined && mcSeqno >= 1 && mcSeqno <= range.lastSeqno) {
    // Before the range, some rounds may be complete.
    if (mcSeqno >= range.firstSeqno || (await reader.blocks.rounds.get(String(mcSeqno))) !== undefined) return;
  }
  throw new GatewayError('not_found', `masterchain block ${mcSeqno} not found`);
}
