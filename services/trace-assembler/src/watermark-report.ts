import type { AssembledRange } from '@tonriver/block-rows';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import type { Assembly } from './assembly.ts';
import type { AssembledRounds } from './extend-range.ts';

export interface WatermarkReportDependencies {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly onWatermark?: (watermark: { readonly first: number; readonly last: number }) => void;
}

/** Tells an operator how far the watermark is, and what keeps it. */
export function createWatermarkReport({ logger, metrics, onWatermark }: WatermarkReportDependencies) {
  const watermark = metrics.gauge('tonriver_watermark_seqno', 'Last round of the contiguous range');
  const waiting = metrics.gauge('tonriver_rounds_waiting', 'Rounds announced but not assembled: behind a hole');
  const tellWatermark = (ranges: readonly AssembledRange[]): void => {
    const top = ranges.at(-1);
    if (top === undefined) return;
    watermark.set(top.last);
    onWatermark?.({ first: top.first, last: top.last });
  };
  return {
    tellWatermark,
    tellPass({ ranges, waitingCount }: Assembly, { roundCount, mismatched }: AssembledRounds): void {
      if (roundCount > 0) {
        tellWatermark(ranges);
        const { first, last } = ranges.at(-1) ?? {};
        logger.debug('Rounds assembled', { roundCount, first, last });
      }
      if (mismatched.length > 0) {
        logger.warn('Stored rows are not what was announced; the watermark waits', { rounds: mismatched.join(' ') });
      }
      waiting.set(waitingCount);
    },
  };
}
