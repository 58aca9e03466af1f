import { badValue } from '../errors.ts';
import { bool, type Codec, record, uint, union, variant, zeroFlags } from './codec.ts';

interface Rounds {
  readonly roundCandidates: number;
  readonly nextCandidateDelayMs: number;
  readonly consensusTimeoutMs: number;
  readonly fastAttempts: number;
  readonly attemptDuration: number;
  readonly catchainMaxDependencies: number;
  readonly maxBlockBytes: number;
  readonly maxCollatedBytes: number;
}

interface Ids {
  readonly flags: 0;
  readonly newCatchainIds: boolean;
}

/** Configuration parameter 29: the settings of catchain consensus. */
export type ConsensusConfig =
  | ({ readonly type: 'consensus_config' } & Rounds)
  | ({ readonly type: 'consensus_config_new' } & Ids & Rounds)
  | ({ readonly type: 'consensus_config_v3' } & Ids & Rounds & { readonly protocolVersion: number })
  | ({ readonly type: 'consensus_config_v4' } & Ids &
      Rounds & {
        readonly useQuic: boolean;
        readonly protocolVersion: number;
        readonly catchainMaxBlocksCoefficient: number;
      });

function rounds(candidateBits: number) {
  return {
    roundCandidates: uint(candidateBits),
    nextCandidateDelayMs: uint(32),
    consensusTimeoutMs: uint(32),
    fastAttempts: uint(32),
    attemptDuration: uint(32),
    catchainMaxDependencies: uint(32),
    maxBlockBytes: uint(32),
    maxCollatedBytes: uint(32),
  };
}

function checkRounds(value: Rounds): void {
  if (value.roundCandidates === 0) throw badValue('ConsensusConfig', 'round_candidates', 0);
}

const ids = { flags: zeroFlags('ConsensusConfig', 7), newCatchainIds: bool };

/**
 * ```tlb
 * consensus_config#d6 round_candidates:# { round_candidates >= 1 }
 *   next_candidate_delay_ms:uint32 consensus_timeout_ms:uint32
 *   fast_attempts:uint32 attempt_duration:uint32 catchain_max_deps:uint32
 *   max_block_bytes:uint32 max_collated_bytes:uint32 = ConsensusConfig;
 * consensus_config_new#d7 flags:(## 7) { flags = 0 } new_catchain_ids:Bool
 *   round_candidates:(## 8) { round_candidates >= 1 }
 *   … the same … = ConsensusConfig;
 * consensus_config_v3#d8 … as d7 … proto_version:uint16 = ConsensusConfig;
 * consensus_config_v4#d9 flags:(## 6) { flags = 0 } use_quic:Bool new_catchain_ids:Bool
 *   … as d8 … catchain_max_blocks_coeff:uint32 = ConsensusConfig;
 * ```
 */
export const consensusConfig: Codec<ConsensusConfig> = union<ConsensusConfig>('ConsensusConfig', 8, [
  variant(0xd6, 'consensus_config', record(rounds(32), checkRounds)),
  variant(0xd7, 'consensus_config_new', record({ ...ids, ...rounds(8) }, checkRounds)),
  variant(0xd8, 'consensus_config_v3', record({ ...ids, ...rounds(8), protocolVersion: uint(16) }, checkRounds)),
  variant(
    0xd9,
    'consensus_config_v4',
    record(
      {
        flags: zeroFlags('ConsensusConfig', 6),
        useQuic: bool,
        newCatchainIds: bool,
        ...rounds(8),
        protocolVersion: uint(16),
        catchainMaxBlocksCoefficient: uint(32),
      },
      checkRounds,
    ),
  ),
]);
