import { describe, expect, it } from '@jest/globals';
import { type LogFields, silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { createFetchReporter } from './fetch-reporter.ts';

describe('createFetchReporter', () => {
  it('logs the rounds done, the rate and the time left, at most every five seconds', async () => {
    let nowMs = 0;
    const said: [string, LogFields | undefined][] = [];
    const logger = { ...silentLogger, info: (text: string, fields?: LogFields) => void said.push([text, fields]) };
    const metrics = createMetrics();
    const reporter = createFetchReporter({ logger, metrics, now: () => nowMs });
    for (const roundsDone of [10, 20, 30, 40]) {
      nowMs += 2000;
      reporter.onProgress({ roundsDone, roundsTotal: 100, partialBlocks: 0 });
    }
    expect(said).toEqual([
      ['Progress', { roundsDone: 30, roundsTotal: 100, partialBlocks: 0, roundsPerSecond: 5, secondsLeft: 14 }],
    ]);
    const published = [{ first: 1, last: 100 }];
    reporter.done({ roundsDone: 100, roundsTotal: 100, partialBlocks: 3, published });
    expect(said[1]).toMatchObject(['All rounds of the source are published', { roundsDone: 100, secondsLeft: 0 }]);
    expect(await metrics.render()).toContain('tonriver_fetch_rounds 100');
  });
});
