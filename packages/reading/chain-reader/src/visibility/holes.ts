import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { ReadingError } from '../reading-error.ts';
import { checkCallerWaits } from '../look-up/caller.ts';

/** A row that is missing from a table, and the table whose rows refer to it. */
export interface Hole {
  readonly table: string;
  readonly requiredBy: string;
  readonly key: string;
}

/** Rows are missing that other stored rows refer to. An answer without them would be wrong. */
export class HoleError extends ReadingError {
  readonly hole: Hole;

  constructor(hole: Hole) {
    super('rows_missing', 'stored data is incomplete');
    this.hole = hole;
  }
}

export interface HoleAlarm {
  /** Does work that may find a hole. Tries again after a pause, and then reports the hole. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface HoleAlarmDependencies {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The pause. A replica that is behind, or rows that are written again, look like a hole for a moment. */
  readonly recheckMs: number;
}

export function createHoleAlarm({ logger, metrics, recheckMs }: HoleAlarmDependencies): HoleAlarm {
  const holes = metrics.counter(
    'tonriver_api_holes_total',
    'Answers refused because of missing rows, by the table that lacks them',
    ['table'],
  );
  return {
    async watch(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof HoleError)) throw error;
      }
      await sleep(recheckMs);
      checkCallerWaits();
      try {
        return await work();
      } catch (error) {
        if (error instanceof HoleError) {
          holes.inc({ table: error.hole.table });
          logger.error('Stored rows are missing, so an answer was refused', { ...error.hole });
        }
        throw error;
      }
    },
  };
}
