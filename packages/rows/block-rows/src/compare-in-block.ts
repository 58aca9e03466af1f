import { compareBytes } from '@tonriver/chain-model';

/** The order of the transactions of a block, in answers and in parts: lt, then account. */
export function compareInBlock(
  left: { readonly lt: bigint; readonly account: Uint8Array },
  right: { readonly lt: bigint; readonly account: Uint8Array },
): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  return compareBytes(left.account, right.account);
}
