import { type BlockKey, blockKeyText, ChainError, type SeqnoRange } from '@tonriver/chain-source';

export interface FetchRoundsProgress {
  readonly roundsDone: number;
  readonly roundsTotal: number;
  readonly partialBlocks: number;
}

/** The first round that a source does not have whole: it waits, and so does everything behind it. */
export interface WaitingRound {
  readonly seqno: number;
  /** What is missing, and which file names it. */
  readonly reason: ChainError;
  /** Rounds of the source after it, which are not published either. */
  readonly roundsBehind: number;
  /** How long it was waited for, on a source that goes on. */
  readonly waitedMs?: number;
}

/** Blocks of a source whose masterchain block is not there. */
interface BlocksOutside {
  readonly count: number;
  readonly first: BlockKey;
  readonly origin: string | undefined;
}

export interface FetchRoundsResult extends FetchRoundsProgress {
  /** Every round that is published, by this run or one before. */
  readonly published: readonly SeqnoRange[];
  readonly waiting?: WaitingRound;
  readonly outside?: BlocksOutside;
}

/**
 * Whether the source has a hole, and does not only end in the middle of a round, as the packages of a node do: what
 * they lack is in the next one. A block that did not come in time is one.
 */
export function hasHole({ waiting }: FetchRoundsResult): boolean {
  return waiting !== undefined && (waiting.roundsBehind > 0 || (waiting.waitedMs ?? 0) > 0);
}

/** What a source has and what is not published of it, for the operator; undefined when it is published whole. */
export function restText({ published, waiting, outside }: FetchRoundsResult): string | undefined {
  const ranges = published.map(({ first, last }) => (first === last ? `${first}` : `${first} … ${last}`)).join(', ');
  const done = ranges === '' ? 'No round is published.' : `Published: rounds ${ranges}.`;
  if (waiting !== undefined) {
    const { seqno, reason, roundsBehind } = waiting;
    const behind = roundsBehind === 0 ? '' : ` ${roundsBehind} more round(s) of the source wait behind it.`;
    return `${done} Round ${seqno} waits: ${reason.message}.${behind} Add what is missing and start again`;
  }
  if (outside === undefined) return undefined;
  const { count, first, origin } = outside;
  return (
    `${done} ${count} block(s) of the source lie in no complete round and wait for their masterchain blocks, the first ` +
    `is ${blockKeyText(first)} in ${origin}. Add what is missing and start again, or allow partial rounds ` +
    '(--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store them without their round'
  );
}

/** @throws {ChainError} for a source with a hole: somebody has to mend it, and the exit code says so */
export function throwAtHole(result: FetchRoundsResult): void {
  const { waiting } = result;
  const text = restText(result);
  if (waiting === undefined || text === undefined || !hasHole(result)) return;
  const { code, fields } = waiting.reason;
  throw new ChainError(code, text, { ...fields, round: waiting.seqno }, { cause: waiting.reason });
}
