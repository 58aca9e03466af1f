import { badValue } from '../errors.ts';
import { type Codec, record, tagged, uint, union, variant } from './codec.ts';

/** Below the first a shard may merge, above the second it stops taking messages, the third it never passes. */
interface ParameterLimits {
  readonly underload: number;
  readonly softLimit: number;
  readonly hardLimit: number;
}

interface ImportedQueueLimits {
  readonly maxBytes: number;
  readonly maxMessages: number;
}

/** Configuration parameters 22 (masterchain) and 23: how large a block may become. */
export type BlockLimits =
  | {
      readonly type: 'block_limits';
      readonly bytes: ParameterLimits;
      readonly gas: ParameterLimits;
      readonly ltDelta: ParameterLimits;
    }
  | {
      readonly type: 'block_limits_v2';
      readonly bytes: ParameterLimits;
      readonly gas: ParameterLimits;
      readonly ltDelta: ParameterLimits;
      readonly collatedData: ParameterLimits;
      readonly importedMessageQueue: ImportedQueueLimits;
    };

/**
 * ```tlb
 * param_limits#c3 underload:# soft_limit:# { underload <= soft_limit }
 *   hard_limit:# { soft_limit <= hard_limit } = ParamLimits;
 * ```
 */
const parameterLimits: Codec<ParameterLimits> = tagged(
  'ParamLimits',
  8,
  0xc3,
  record<ParameterLimits>(
    { underload: uint(32), softLimit: uint(32), hardLimit: uint(32) },
    ({ underload, softLimit, hardLimit }) => {
      if (underload > softLimit) throw badValue('ParamLimits', 'underload', underload);
      if (softLimit > hardLimit) throw badValue('ParamLimits', 'soft_limit', softLimit);
    },
  ),
);

/**
 * ```tlb
 * imported_msg_queue_limits#d3 max_bytes:# max_msgs:# = ImportedMsgQueueLimits;
 * ```
 */
const importedQueueLimits: Codec<ImportedQueueLimits> = tagged(
  'ImportedMsgQueueLimits',
  8,
  0xd3,
  record<ImportedQueueLimits>({ maxBytes: uint(32), maxMessages: uint(32) }),
);

/**
 * ```tlb
 * block_limits#5d bytes:ParamLimits gas:ParamLimits lt_delta:ParamLimits
 *   = BlockLimits;
 * block_limits_v2#5e bytes:ParamLimits gas:ParamLimits lt_delta:ParamLimits
 *   collated_data:ParamLimits imported_msg_queue:ImportedMsgQueueLimits
 *   = BlockLimits;
 * ```
 */
export const blockLimits: Codec<BlockLimits> = union<BlockLimits>('BlockLimits', 8, [
  variant(0x5d, 'block_limits', record({ bytes: parameterLimits, gas: parameterLimits, ltDelta: parameterLimits })),
  variant(
    0x5e,
    'block_limits_v2',
    record({
      bytes: parameterLimits,
      gas: parameterLimits,
      ltDelta: parameterLimits,
      collatedData: parameterLimits,
      importedMessageQueue: importedQueueLimits,
    }),
  ),
]);
