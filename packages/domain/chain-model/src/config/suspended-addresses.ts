import type { AccountAddress } from '../address/index.ts';
import { keyFromUint, keyToBigInt } from '../dictionary/index.ts';
import { type Codec, record, tagged, uint } from './codec.ts';
import { hashmapE, type KeyForm, keysOnly, nothing } from './dictionary-codec.ts';

/** Configuration parameter 44: accounts that cannot be initialised until then. */
export interface SuspendedAddressList {
  readonly addresses: readonly AccountAddress[];
  /** Seconds since 1970. */
  readonly suspendedUntil: number;
}

const addressKey: KeyForm<AccountAddress> = {
  bits: 288,
  toBytes: ({ workchain, hash }) => Uint8Array.of(...keyFromUint(workchain >>> 0, 32), ...hash),
  fromBytes: (bytes) => ({ workchain: Number(keyToBigInt(bytes.subarray(0, 4), 32)) | 0, hash: bytes.slice(4) }),
};

/**
 * ```tlb
 * // key is [ wc:int32 addr:uint256 ]
 * suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32 = SuspendedAddressList;
 * _ SuspendedAddressList = ConfigParam 44;
 * ```
 */
export const suspendedAddressList: Codec<SuspendedAddressList> = tagged(
  'SuspendedAddressList',
  8,
  0x00,
  record<SuspendedAddressList>({
    addresses: hashmapE(addressKey, nothing, keysOnly<AccountAddress>()),
    suspendedUntil: uint(32),
  }),
);
