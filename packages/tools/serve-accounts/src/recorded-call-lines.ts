import type { RecordedCallPlace } from '@tonriver/recordings';
import { formatAccountAddress } from '@tonriver/chain-model';

/**
 * Returns how to make each recorded call, one JSON object per line. `seqno` names the block of the call. If
 * `needs_seqno` is true, the account was recorded more than once, and a call without `seqno` is refused.
 */
export function recordedCallLines(calls: readonly RecordedCallPlace[]): string {
  return calls
    .map(({ file, id, address, method, methodId, seqno, isDefault }) => {
      const place = { address: formatAccountAddress(address), method: method ?? methodId, method_id: methodId };
      return `${JSON.stringify({ file, id, ...place, seqno, needs_seqno: !isDefault })}\n`;
    })
    .join('');
}
