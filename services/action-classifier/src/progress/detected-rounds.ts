import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, detectedRoundsTable, pickColumns } from '@tonriver/row-schema';
import type { Clock } from '@tonriver/stream';

const columns = pickColumns(detectedRoundsTable, 'mc_block_seqno');

/** Which rounds can be classified. */
export interface DetectedRounds {
  /** Asks how far the interface-detector is, for rounds that wait. */
  refresh(rounds: readonly number[]): Promise<void>;
  /** Whether it is known what the contracts are in a round. */
  isDetected(round: number): boolean;
  /** Whether the detector has stood still so long that nobody waits for it any more. */
  readonly isSilent: boolean;
}

/**
 * Follows the interface-detector. The wait for it is bounded by its silence, not by the age of a record: when much is
 * indexed at once the detector is behind, but goes on.
 */
export function createDetectedRounds(store: ClickHouseStore, clock: Clock, silenceMsMax: number): DetectedRounds {
  let detected: ReadonlySet<number> = new Set();
  let newest = -1;
  let movedAtMs = clock.nowMs();
  return {
    async refresh(rounds) {
      if (rounds.length === 0) {
        movedAtMs = clock.nowMs();
        return;
      }
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM detected_rounds WHERE is_last AND mc_block_seqno IN (${rounds.join(', ')})`,
        {},
        { threadsMax: 1 },
      );
      detected = new Set(rows.map(({ mcBlockSeqno }) => mcBlockSeqno));
      const last = Math.max(-1, ...detected);
      if (last !== newest) movedAtMs = clock.nowMs();
      newest = last;
    },
    isDetected: (round) => detected.has(round),
    get isSilent() {
      return clock.nowMs() - movedAtMs > silenceMsMax;
    },
  };
}
