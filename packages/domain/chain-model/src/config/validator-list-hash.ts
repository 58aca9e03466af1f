import { crc32c } from '@tonriver/boc';
import { ZERO_HASH } from '../primitives/index.ts';
import type { ValidatorDescription } from './validator-set.ts';

/** The TL constructor `test0.validatorSet`, whose number the node keeps using. */
const validatorSetConstructor = 0x901660ed;

const headBytes = 12;
const validatorBytes = 32 + 8 + 32;

/**
 * `gen_validator_list_hash_short` of a block header: CRC-32C over the TL form of the group that made the block, as an
 * unsigned number. All integers are little-endian:
 *
 * ```text
 * int      0x901660ED            (test0.validatorSet)
 * int      catchain_seqno        (`gen_catchain_seqno` of the same header)
 * int      number of validators
 * for each: int256 public key, long weight, int256 ADNL address (zero when the set does not give one)
 * ```
 *
 * Order and weights are those of the group (`computeValidatorGroup`), not of the whole set. In `McStateExtra` the node
 * writes the same sum over catchain seqno 0.
 */
export function validatorListHashShort(group: readonly ValidatorDescription[], catchainSeqno: number): number {
  const bytes = new Uint8Array(headBytes + group.length * validatorBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, validatorSetConstructor, true);
  view.setUint32(4, catchainSeqno, true);
  view.setUint32(8, group.length, true);
  let position = headBytes;
  for (const { publicKey, weight, adnlAddress } of group) {
    bytes.set(publicKey, position);
    view.setBigUint64(position + 32, weight, true);
    bytes.set(adnlAddress ?? ZERO_HASH, position + 40);
    position += validatorBytes;
  }
  return crc32c(bytes);
}
