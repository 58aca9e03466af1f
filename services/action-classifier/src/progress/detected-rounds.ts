import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, detectedRoundsTable, pickColumns } from '@tonriver/row-schema';
import type { Clock } from '@tonriver/stream';

const columns = pickColumns(detectedRoundsTable, 'mc_block_seqno');

/** How near the detector came is looked at so often at most: a record waits for it in nearly every pass. */
const LOOK_INTERVAL_MS = 1_000;

/** Which rounds can be classified. */
export interface DetectedRounds {
  /** Asks how far the interface-detector is, for rounds that wait. */
  refresh(rounds: readonly number[]): Promise<void>;
  /** Whether it is known what the contracts are in a round. */
  isDetected(round: number): boolean;
  /** Whether the detector has come no nearer to the round for so long that nobody waits for it any more. */
  isGivenUp(round: number): boolean;
}

/**
 * Follows the interface-detector. The wait for it is bounded by its silence, not by the age of a record: when much is
 * indexed at once the detector is behind, but goes on. What counts is how near it comes to the first round that waits:
 * there may be no detection of rounds that another release resolved, while newer ones are detected as they come.
 */
export function createDetectedRounds(store: ClickHouseStore, clock: Clock, silenceMsMax: number): DetectedRounds {
  let detected: ReadonlySet<number> = new Set();
  /** The newest detected round before the first one that waits. */
  let reached = -1;
  let first = Number.POSITIVE_INFINITY;
  let movedAtMs = clock.nowMs();
  let looksAgainAtMs = Number.NEGATIVE_INFINITY;
  const read = async (condition: string): Promise<readonly number[]> => {
    const sql = `SELECT ${columnsSql(columns)} FROM detected_rounds WHERE is_last AND ${condition}`;
    const rows = await store.select(columns, sql, {}, { threadsMax: 1, onlyReads: ['detected_rounds'] });
    return rows.map(({ mcBlockSeqno }) => mcBlockSeqno);
  };
  return {
    async refresh(rounds) {
      detected = rounds.length === 0 ? new Set() : new Set(await read(`mc_block_seqno IN (${rounds.join(', ')})`));
      first = rounds.reduce((least, round) => (detected.has(round) ? least : Math.min(least, round)), Infinity);
      if (first === Infinity) {
        movedAtMs = clock.nowMs();
        return;
      }
      if (clock.nowMs() < looksAgainAtMs) return;
      looksAgainAtMs = clock.nowMs() + Math.min(LOOK_INTERVAL_MS, silenceMsMax / 2);
      const [last = -1] = await read(`mc_block_seqno < ${first} ORDER BY mc_block_seqno DESC LIMIT 1`);
      if (last !== reached) movedAtMs = clock.nowMs();
      reached = last;
    },
    isDetected: (round) => detected.has(round),
    isGivenUp(round) {
      if (clock.nowMs() - movedAtMs <= silenceMsMax) return false;
      // Where it goes on behind a gap, only the gap is given up.
      const newest = Math.max(-1, ...detected);
      return newest < first || round < newest;
    },
  };
}
