import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EmbeddedEngine, openEmbeddedEngine } from '../index.ts';

const path = mkdtempSync(join(tmpdir(), 'tonriver-end-reading-'));
let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await openEmbeddedEngine({ path });
});
afterAll(async () => {
  await engine.close();
  rmSync(path, { recursive: true, force: true });
});

it('cancels only the SELECTs with the comment, also when all threads of the pool are busy', async () => {
  const setUp = engine.openSession();
  await setUp.query('CREATE TABLE default.written (n UInt64) ENGINE = MergeTree ORDER BY n');
  const run = (logComment: string, sql: string): Promise<string> => {
    const session = engine.openSession({ log_comment: logComment });
    return session
      .query(sql)
      .then(
        () => 'done',
        (error: unknown) => String(error),
      )
      .finally(() => session.close());
  };
  const slowRows = 'SELECT number + sleepEachRow(0.003) FROM numbers(1000) SETTINGS max_block_size = 100';
  const insert = run('meant', `INSERT INTO default.written ${slowRows}`);
  const spared = run('another', slowRows);
  const endless = [1, 2].map(() => run('meant', 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'));
  let isEnded = false;
  const ended = Promise.all(endless).then((said) => {
    isEnded = true;
    return said;
  });
  const startedMs = performance.now();
  while (!isEnded && performance.now() - startedMs < 20_000) {
    engine.endReading('meant');
    await sleep(200);
  }
  expect(isEnded).toBe(true);
  for (const said of await ended) expect(said).toContain('QUERY_WAS_CANCELLED');
  expect(await Promise.all([insert, spared])).toEqual(['done', 'done']);
  expect(Buffer.from(await setUp.query('SELECT count() FROM default.written', 'TSV')).toString()).toBe('1000\n');
  setUp.close();
}, 60_000);
