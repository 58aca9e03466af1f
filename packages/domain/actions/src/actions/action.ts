import type { Correction } from '../engine/block.ts';
import type { BlockType } from '../engine/block-type.ts';
import type { Row } from '../engine/row.ts';
import type { TraceInput } from '../trace/trace-input.ts';
import type { ActionType } from './action-types.ts';

/** An action: what some transactions of a trace do as a whole. Hashes are base64, addresses raw. */
export interface Action {
  readonly trace: TraceInput;
  readonly actionId: string;
  readonly type: ActionType;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly startUtime: number;
  readonly endUtime: number;
  readonly seqnoEnd: number;
  /** Sorted; no meaning in the order. */
  readonly transactions: readonly string[];
  /** Sorted; no meaning in the order. */
  readonly accounts: readonly string[];
  readonly isSuccess: boolean;
  /** The columns of its type. */
  readonly row: Row;
  /** The action that it is a part of. */
  readonly parentActionId: string | null;
  /** The types of blocks that it is a part of, sorted. */
  readonly ancestorTypes: readonly BlockType[];
  readonly correction: Correction | undefined;
  /** True when only the dialect `contract` shows it. */
  readonly isHidden: boolean;
  /** True when the trace's normalised hash belongs to the action too. */
  readonly hasExternalHashNorm: boolean;
}
