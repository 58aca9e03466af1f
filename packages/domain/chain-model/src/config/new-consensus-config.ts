import { badValue } from '../errors.ts';
import { bool, type Codec, maybe, record, reference, tagged, uint, union, variant } from './codec.ts';
import { hashmapE, type KeyForm } from './dictionary-codec.ts';

/** A numbered setting of simplex consensus that nodes may also override. */
interface NoncriticalParameter {
  readonly key: number;
  readonly value: number;
}

/** Settings of simplex consensus. `flags` are the seven bits as they are: their meaning is still moving. */
type NewConsensusConfig =
  | {
      readonly type: 'simplex_config';
      readonly flags: number;
      readonly useQuic: boolean;
      readonly targetRateMs: number;
      readonly slotsPerLeaderWindow: number;
      readonly firstBlockTimeoutMs: number;
      readonly maxLeaderWindowDesync: number;
    }
  | {
      readonly type: 'simplex_config_v2';
      readonly flags: number;
      readonly useQuic: boolean;
      readonly slotsPerLeaderWindow: number;
      readonly noncriticalParameters: readonly NoncriticalParameter[];
    };

/** Configuration parameter 30: simplex consensus of the masterchain and of shards; null where it is not used. */
export interface NewConsensusConfigAll {
  readonly masterchain: NewConsensusConfig | null;
  readonly shard: NewConsensusConfig | null;
}

const byteKey: KeyForm<number> = {
  bits: 8,
  toBytes: (key) => Uint8Array.of(key),
  fromBytes: (bytes) => bytes[0] as number,
};

function checkWindow(value: { readonly slotsPerLeaderWindow: number }): void {
  if (value.slotsPerLeaderWindow === 0) throw badValue('NewConsensusConfig', 'slots_per_leader_window', 0);
}

/**
 * ```tlb
 * simplex_config#21 flags:(## 7) use_quic:Bool
 *   target_rate_ms:uint32 slots_per_leader_window:(## 32) { slots_per_leader_window >= 1 }
 *   first_block_timeout_ms:uint32 max_leader_window_desync:uint32 = NewConsensusConfig;
 * simplex_config_v2#22 flags:(## 7) use_quic:Bool
 *   slots_per_leader_window:(## 32) { slots_per_leader_window >= 1 }
 *   noncritical_params:(HashmapE 8 uint32) = NewConsensusConfig;
 * ```
 */
const newConsensusConfig: Codec<NewConsensusConfig> = union<NewConsensusConfig>('NewConsensusConfig', 8, [
  variant(
    0x21,
    'simplex_config',
    record(
      {
        flags: uint(7),
        useQuic: bool,
        targetRateMs: uint(32),
        slotsPerLeaderWindow: uint(32),
        firstBlockTimeoutMs: uint(32),
        maxLeaderWindowDesync: uint(32),
      },
      checkWindow,
    ),
  ),
  variant(
    0x22,
    'simplex_config_v2',
    record(
      {
        flags: uint(7),
        useQuic: bool,
        slotsPerLeaderWindow: uint(32),
        noncriticalParameters: hashmapE(byteKey, uint(32), {
          join: (key, value): NoncriticalParameter => ({ key, value }),
          split: ({ key, value }) => [key, value],
        }),
      },
      checkWindow,
    ),
  ),
]);

/**
 * ```tlb
 * new_consensus_config_all#10 mc:(Maybe ^NewConsensusConfig) shard:(Maybe ^NewConsensusConfig) = NewConsensusConfigAll;
 * _ NewConsensusConfigAll = ConfigParam 30;
 * ```
 */
export const newConsensusConfigAll: Codec<NewConsensusConfigAll> = tagged(
  'NewConsensusConfigAll',
  8,
  0x10,
  record<NewConsensusConfigAll>({
    masterchain: maybe(reference('NewConsensusConfig', newConsensusConfig)),
    shard: maybe(reference('NewConsensusConfig', newConsensusConfig)),
  }),
);
