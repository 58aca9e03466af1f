import { describe, expect, it } from '@jest/globals';
import { ChainError, type IncompleteRound } from '@tonriver/chain-source';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { createSourceWatch } from './source-watch.ts';

const head = { firstSeqno: 1, lastSeqno: 9, finalSeqno: 9, revision: 1, hasEnded: false };
const incomplete = (waitedMs: number): IncompleteRound => ({
  kind: 'incomplete',
  seqno: 7,
  reason: new ChainError('missing_block', 'Block (0,8000000000000000,70) is missing', {}),
  head,
  waitedMs,
});

describe('createSourceWatch', () => {
  it('reports a late block in the metrics, in /ready, and once in the log', async () => {
    const said: string[] = [];
    const logger = {
      ...silentLogger,
      info: (text: string) => void said.push(text),
      warn: (text: string) => void said.push(text),
    };
    const [metrics, health] = [createMetrics(), createHealth()];
    const watch = createSourceWatch({ logger, metrics, setReady: health.condition('source') });
    expect(health.ready().isOk).toBe(true);

    watch.report(incomplete(2_000));
    expect(health.ready().isOk).toBe(true);
    expect(await metrics.render()).toContain('tonriver_source_missing_seconds 2');

    watch.report(incomplete(31_000));
    watch.report(incomplete(36_000));
    expect(health.ready().problems).toEqual({
      source: 'Round 7 waits: Block (0,8000000000000000,70) is missing (36 s)',
    });
    expect(await metrics.render()).toContain('tonriver_source_head_seqno 9');

    watch.report({ kind: 'caught_up', head });
    expect(health.ready().isOk).toBe(true);
    expect(await metrics.render()).toContain('tonriver_source_missing_seconds 0');
    expect(said).toEqual(['Round 7 waits: Block (0,8000000000000000,70) is missing', 'The missing block has come']);
  });
});
