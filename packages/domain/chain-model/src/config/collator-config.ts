import { keyFromUint, keyToBigInt } from '../dictionary/index.ts';
import type { Hash } from '../primitives/index.ts';
import { bool, type Codec, record, tagged } from './codec.ts';
import { hashmapE, type KeyForm, keysOnly, nothing } from './dictionary-codec.ts';

/** A collator: a shard (unsigned 64-bit form) and the address of a node. */
interface CollatorNode {
  readonly workchain: number;
  readonly shard: bigint;
  readonly adnlId: Hash;
}

/** Configuration parameter 41. */
export interface CollatorConfig {
  readonly fullCollatedData: boolean;
  readonly collatorNodes: readonly CollatorNode[];
}

const collatorKey: KeyForm<CollatorNode> = {
  bits: 352,
  toBytes: ({ workchain, shard, adnlId }) =>
    Uint8Array.of(...keyFromUint(workchain >>> 0, 32), ...keyFromUint(shard, 64), ...adnlId),
  fromBytes: (bytes) => ({
    workchain: Number(keyToBigInt(bytes.subarray(0, 4), 32)) | 0,
    shard: keyToBigInt(bytes.subarray(4, 12), 64),
    adnlId: bytes.slice(12),
  }),
};

/**
 * ```tlb
 * // collator_nodes: each collator is (workchain:int32 shard:uint64 adnl_id:uint256)
 * collator_config#a0 full_collated_data:Bool collator_nodes:(HashmapE 352 Unit) = CollatorConfig;
 * _ CollatorConfig = ConfigParam 41;
 * ```
 */
export const collatorConfig: Codec<CollatorConfig> = tagged(
  'CollatorConfig',
  8,
  0xa0,
  record<CollatorConfig>({
    fullCollatedData: bool,
    collatorNodes: hashmapE(collatorKey, nothing, keysOnly<CollatorNode>()),
  }),
);
