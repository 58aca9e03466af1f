import { type BlockKey, type BlockSource, masterchainKey, type SourceHead } from './block-source.ts';
import type { Round, RoundBuilder } from './build-round.ts';
import { ChainError } from './chain-error.ts';
import { missingBefore, missingMasterchain } from './missing-block.ts';
import { nextSeqno, type WantedRounds } from './next-seqno.ts';
import { AHEAD_BLOCKS_MAX } from './read-ahead.ts';
import { createStopwatch } from './stopwatch.ts';
import { waitForSource } from './wait-for-source.ts';

/** A round that the source does not have whole. */
export interface IncompleteRound {
  readonly kind: 'incomplete';
  readonly seqno: number;
  /** What is missing, and which file names it. */
  readonly reason: ChainError;
  readonly head: SourceHead;
  /** How long this block has been waited for; 0 on a source that has ended. */
  readonly waitedMs: number;
}

/**
 * What comes next of a chain.
 *
 * - `round`: the next round, whole.
 * - `incomplete`: the next round is not whole. Asked for more, a source that has ended goes on behind it; any other is
 *   waited for, and the round is tried again.
 * - `caught_up`: everything that the source has was given. Asked for more, it waits.
 * - `broken`: something is damaged or contradicts what was seen. Nothing comes after it.
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
  /** Told which masterchain blocks will be asked for next. */
  readonly expect?: (keys: readonly BlockKey[]) => void;
  /** A clock that never jumps, in milliseconds. */
  readonly now?: () => number;
  /** How long the newest round waits for the block that names its file hash, where the source does not. */
  readonly namingMsMax?: number;
}

/** About as long as a masterchain needs for its next block. */
const NAMING_MS_MAX = 5_000;

/**
 * Follows a chain: rounds in order, as far as the source goes, and on as it grows.
 *
 * Guarantee: every round is whole and linked to the one before (see `createRoundBuilder`). The lowest wanted round that
 * the source has comes first, and none behind one that is incomplete, unless the source has ended. Of what is published
 * only the masterchain block before a round is read. Not promised: an end.
 */
export async function* followRounds(dependencies: FollowDependencies, signal: AbortSignal): AsyncGenerator<ChainStep> {
  try {
    yield* steps(dependencies, signal);
  } catch (error) {
    // Whole rounds were given before: whoever has them can keep them first.
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

    const isGiven = found !== 'unnamed' && !(found instanceof ChainError);
    if (isGiven || head.hasEnded) {
      at = seqno + 1;
      continue;
    }
    head = await waitForSource(source, head, signal, found === 'unnamed' ? namingMsLeft : undefined);
    // What came may lie below: the lowest wanted round comes first.
    at = 0;
  }
}

/** The round, what it lacks, or `unnamed` when the block that names its file hash may still come. */
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

/** The masterchain blocks that will be asked for next, the round's own first. */
function keysFrom(source: BlockSource, head: SourceHead, wanted: WantedRounds, seqno: number): readonly BlockKey[] {
  const keys: BlockKey[] = [];
  for (let next: number | undefined = seqno; next !== undefined && keys.length < AHEAD_BLOCKS_MAX; ) {
    keys.push(masterchainKey(next));
    next = nextSeqno(source, head, wanted, next + 1);
  }
  return keys;
}
