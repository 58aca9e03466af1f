import { type BlockKey, blockKeyText, ChainError, type SeqnoRange } from '@tonriver/chain-source';

export interface FetchRoundsProgress {
  readonly roundsDone: number;
  readonly roundsTotal: number;
  readonly partialBlocks: number;
}

/** The first round of which the source lacks a block. This round and all later ones wait. */
export interface WaitingRound {
  readonly seqno: number;
  /** Names the missing block, and the file that refers to it. */
  readonly reason: ChainError;
  /** How many later rounds of the source wait for this one. */
  readonly roundsBehind: number;
  /** How long the round has waited. Set for sources that grow. */
  readonly waitedMs?: number;
}

/** Blocks that lie in no complete round, when partial rounds are not allowed. */
interface SkippedBlocks {
  readonly count: number;
  readonly first: BlockKey;
  readonly origin: string | undefined;
}

export interface FetchRoundsResult extends FetchRoundsProgress {
  /** All published rounds, by this run and earlier ones. */
  readonly published: readonly SeqnoRange[];
  readonly waiting?: WaitingRound;
  readonly skipped?: SkippedBlocks;
}

/**
 * Tells whether the source has a hole: a missing block with rounds behind it, or one that did not come in time. A
 * source that ends in the middle of a round has none: packages of a node do so, and the next package continues them.
 */
export function hasHole({ waiting }: FetchRoundsResult): boolean {
  return waiting !== undefined && (waiting.roundsBehind > 0 || (waiting.waitedMs ?? 0) > 0);
}

/** Returns a text for the operator about blocks that are not published; undefined when all are. */
export function unpublishedText({ published, waiting, skipped }: FetchRoundsResult): string | undefined {
  const ranges = published.map(({ first, last }) => (first === last ? `${first}` : `${first} … ${last}`)).join(', ');
  const done = ranges === '' ? 'No round is published.' : `Published: rounds ${ranges}.`;
  if (waiting !== undefined) {
    const { seqno, reason, roundsBehind } = waiting;
    const behind = roundsBehind === 0 ? '' : ` ${roundsBehind} more round(s) of the source wait behind it.`;
    return `${done} Round ${seqno} waits: ${reason.message}.${behind} Add what is missing and start again`;
  }
  if (skipped === undefined) return undefined;
  const { count, first, origin } = skipped;
  return (
    `${done} ${count} block(s) of the source lie in no complete round and wait for their masterchain blocks, the first ` +
    `is ${blockKeyText(first)} in ${origin}. Add what is missing and start again, or allow partial rounds ` +
    '(--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store them without their round'
  );
}

/** @throws {ChainError} for a source with a hole, so that the process ends with an error */
export function throwOnHole(result: FetchRoundsResult): void {
  const { waiting } = result;
  const text = unpublishedText(result);
  if (waiting === undefined || text === undefined || !hasHole(result)) return;
  const { code, fields } = waiting.reason;
  throw new ChainError(code, text, { ...fields, round: waiting.seqno }, { cause: waiting.reason });
}
