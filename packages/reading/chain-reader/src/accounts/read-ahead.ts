import type { RememberedCodes } from './remembered-codes.ts';
import { accountInStateKeyText, type Tokens } from './tokens.ts';

/**
 * Reads for a newer watermark, before requests come with it, what most answers need of accounts that are asked for
 * again and again and changed: their states, and which tokens they are.
 */
export type ReadAhead = (indexedSeqno: number, mayBeToken: (codeHash: Uint8Array) => boolean) => Promise<void>;

export function createReadAhead(
  accountCodes: Pick<RememberedCodes, 'readAhead'>,
  tokens: Pick<Tokens, 'readAhead'>,
): ReadAhead {
  return async (indexedSeqno, mayBeToken) => {
    const renewed = await accountCodes.readAhead(indexedSeqno);
    const keys = renewed
      .filter(({ state: { codeHash } }) => codeHash !== null && mayBeToken(codeHash))
      .map(({ account, state: { lt } }) => accountInStateKeyText({ ...account, indexedSeqno, lt }));
    await tokens.readAhead(keys);
  };
}
