import { type BlockKey, type BlockSource, masterchainKey, type SourceHead } from './block-source.ts';
import type { Round, RoundBuilder } from './build-round.ts';
import { ChainError } from './chain-error.ts';
import { missingBefore, missingMasterchain } from './missing-block.ts';
import { nextSeqno, type WantedRounds } from './next-seqno.ts';
import { AHEAD_BLOCKS_MAX } from './read-ahead.ts';
import { createStopwatch } from './stopwatch.ts';
import { waitForSource } from './wait-for-source.ts';

/** A round of which the source lacks a block. */
export interface IncompleteRound {
  readonly kind: 'incomplete';
  readonly seqno: number;
  /** The missing block, and the file that names it. */
  readonly reason: ChainError;
  readonly head: SourceHead;
  /** How long this block has been missing; 0 in a source that has ended. */
  readonly waitedMs: number;
}

/**
 * The next step of a chain.
 *
 * - `round`: the next round, complete.
 * - `incomplete`: the next round lacks a block. The step after it is the next round if the source has ended; otherwise
 *   the same round again after a wait.
 * - `caught_up`: the source has no further round. The next step waits.
 * - `broken`: a block is damaged or contradicts another one. It is the last step.
 */
export type ChainStep =
  | { readonly kind: 'round'; readonly round: Round; readonly head: SourceHead }
  | IncompleteRound
  | { readonly kind: 'caught_up'; readonly head: SourceHead }
  | { readonly kind: 'broken'; readonly error: unknown };

export interface FollowDependencies {
  readonly source: BlockSource;
  readonly builder: RoundBuilder;
  readonly wanted: WantedRounds;
  /** Called with the masterchain blocks that will be read next. */
  readonly expect?: (keys: readonly BlockKey[]) => void;
  /** Returns milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** How long the newest round waits for the block that names its file hash when the source does not. */
  readonly namingMsMax?: number;
}

/** About the time between two masterchain blocks. */
const NAMING_MS_MAX = 5_000;

/**
 * Follows a chain: yields the rounds of the source in order, and new ones as it grows.
 *
 * Guarantee: every round is complete and linked to the one before (see `createRoundBuilder`). The lowest wanted round
 * of the source comes first, and none after an incomplete one, unless the source has ended. Of published rounds only
 * the masterchain block before a wanted round is read. Not guaranteed: an end.
 */
export async function* followRounds(dependencies: FollowDependencies, signal: AbortSignal): AsyncGenerator<ChainStep> {
  try {
    yield* steps(dependencies, signal);
  } catch (error) {
    // A step and not an exception: the caller can publish the rounds before it first.
    yield { kind: 'broken', error };
  }
}

async function* steps(dependencies: FollowDependencies, signal: AbortSignal): AsyncGenerator<ChainStep> {
  const { source, wanted, expect, now = () => performance.now(), namingMsMax = NAMING_MS_MAX } = dependencies;
  const [missing, naming] = [createStopwatch(now), createStopwatch(now)];
  let head = await source.head();
  for (let at = 0; !signal.aborted; ) {
    const seqno = nextSeqno(source, head, wanted, at);
    if (seqno === undefined) {
      if (head.hasEnded || (wanted.to !== undefined && head.lastSeqno >= wanted.to)) return;
      yield { kind: 'caught_up', head };
      head = await waitForSource(source, head, signal);
      at = 0;
      continue;
    }
    expect?.(keysFrom(source, head, wanted, seqno));
    const namingMsLeft = head.hasEnded ? 0 : namingMsMax - naming.msSince(String(seqno));
    const found = await tryRound(dependencies, head, seqno, namingMsLeft > 0);
    if (found === 'unnamed') yield { kind: 'caught_up', head };
    else if (found instanceof ChainError) {
      const waitedMs = head.hasEnded ? 0 : missing.msSince(`${seqno} ${String(found.fields['block'])}`);
      yield { kind: 'incomplete', seqno, reason: found, head, waitedMs };
    } else yield { kind: 'round', round: found, head };

    const isRound = found !== 'unnamed' && !(found instanceof ChainError);
    if (isRound || head.hasEnded) {
      at = seqno + 1;
      continue;
    }
    head = await waitForSource(source, head, signal, found === 'unnamed' ? namingMsLeft : undefined);
    // A round below may have been added.
    at = 0;
  }
}

/** Returns the round, the error of its missing block, or `unnamed` while the block with its file hash may come. */
async function tryRound(
  { source, builder }: FollowDependencies,
  head: SourceHead,
  seqno: number,
  mayBeNamedYet: boolean,
): Promise<Round | ChainError | 'unnamed'> {
  try {
    const [masterchain, previous] = [await builder.masterchainBlock(seqno), await builder.masterchainBlock(seqno - 1)];
    if (masterchain === undefined) return missingMasterchain(seqno);
    if (previous === undefined && seqno !== 1) return missingBefore(source, head, masterchain);
    if (mayBeNamedYet && masterchain.fileHash === null) return 'unnamed';
    return await builder.build(masterchain, previous);
  } catch (error) {
    if (error instanceof ChainError && error.code === 'missing_block') return error;
    throw error;
  }
}

/** Returns the masterchain blocks that will be read next, that of the round first. */
function keysFrom(source: BlockSource, head: SourceHead, wanted: WantedRounds, seqno: number): readonly BlockKey[] {
  const keys: BlockKey[] = [];
  for (let next: number | undefined = seqno; next !== undefined && keys.length < AHEAD_BLOCKS_MAX; ) {
    keys.push(masterchainKey(next));
    next = nextSeqno(source, head, wanted, next + 1);
  }
  return keys;
}
