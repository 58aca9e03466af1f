import { rawAddress } from '@tonriver/api-model';
import type { VisibleRounds } from '@tonriver/chain-reader';
import type { AnswerReader } from './answer-reader.ts';
import { readTokens } from './known-addresses.ts';

/**
 * Reads for a newer watermark, before requests come with it, what most answers need to know of their addresses: the
 * newest states of accounts that were asked for lately and changed, and which tokens those are now.
 */
export async function readAhead(
  reader: Pick<AnswerReader, 'readAhead' | 'accountCodes' | 'tokens'>,
  { indexedSeqno }: Pick<VisibleRounds, 'indexedSeqno'>,
): Promise<void> {
  const renewed = await reader.readAhead(indexedSeqno);
  const states = new Map(
    renewed.map(({ account, state }) => [rawAddress(account.workchain, account.accountHex), { account, state }]),
  );
  await readTokens(reader, states, { indexedSeqno });
}
