import { afterEach, describe, expect, it } from '@jest/globals';
import type { Cache } from '@tonriver/cache';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { type Logger, silentLogger } from '@tonriver/logger';
import { hashPrefixOf } from '@tonriver/row-schema';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

let gateway: TestGateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const hashes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => index.toString(16).padStart(16, '0').padEnd(64, '0'));
const pathOf = (hash: string): string => `/api/v3/transactionsByMessage?msg_hash=${hash}`;

/** A store that answers the watermark and does something else for everything else. */
const withReads = (read: (sql: string) => Promise<readonly unknown[]>) =>
  stubStore(async (sql) => watermarkRows(sql) ?? (await read(sql)));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a store that fails', () => {
  it.each([
    ['clickhouse_unreachable', true, 503, 'the data store is not available', '1'],
    ['clickhouse_timeout', true, 504, 'timeout', null],
    ['clickhouse_rejected', false, 500, 'internal server error', null],
  ] as const)('%s is told without its text', async (code, isRetryable, status, error, retryAfter) => {
    gateway = await startTestGateway(
      withReads(async () => {
        throw new ClickHouseStoreError(code, 'SELECT secret FROM driver', {}, { isRetryable });
      }),
    );
    const answer = await gateway.request(pathOf('0'.repeat(64)));
    expect([answer.status, answer.json, answer.headers.get('retry-after')]).toEqual([
      status,
      { code: status, error },
      retryAfter,
    ]);
  });

  it('any other error is answered with 500 and no details, and logged', async () => {
    const fault = new Error('cannot switch to state 12');
    const logged: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      error: (_message, fields) => void logged.push(fields?.['error']),
      child: () => logger,
    };
    gateway = await startTestGateway(
      withReads(async () => {
        throw fault;
      }),
      { logger },
    );
    const { status, json } = await gateway.request(pathOf('0'.repeat(64)));
    expect([status, json]).toEqual([500, { code: 500, error: 'internal server error' }]);
    expect(logged).toContain(fault);
  });
});

describe('a store that is slow', () => {
  it('is waited for up to the time-out, or the shorter one of the caller', async () => {
    gateway = await startTestGateway(
      withReads(async () => {
        await pause(4_000);
        return [];
      }),
      { config: { requestTimeoutMs: 3_000 } },
    );
    const answer = await gateway.request(pathOf('0'.repeat(64)));
    expect([answer.status, answer.json]).toEqual([504, { code: 504, error: 'timeout' }]);
    const started = performance.now();
    expect((await gateway.request(pathOf('1'.repeat(64)), { headers: { 'x-timeout': '20' } })).status).toBe(504);
    // Far from the gateway's own time-out, also on a busy machine.
    expect(performance.now() - started).toBeLessThan(2_500);
    // A time-out that is not positive or not a number is ignored.
    expect((await gateway.request(`${pathOf('2'.repeat(64))}&x_timeout=0`)).status).toBe(504);
  });

  it('leads to 503 when requests waited for each other, each within its own time-out', async () => {
    gateway = await startTestGateway(
      withReads(async () => {
        await pause(4_000);
        return [];
      }),
      { config: { requestTimeoutMs: 3_000, queriesMax: 1, lookUpKeysMax: 1 } },
    );
    const { request } = gateway;
    const [own = '', ...others] = hashes(4);
    const began = performance.now();
    const late = others.map((hash) => request(pathOf(hash)));
    const short = await request(`${pathOf(own)}&x_timeout=300`);
    expect([short.status, short.headers.get('retry-after')]).toEqual([503, '1']);
    expect(performance.now() - began).toBeLessThan(2_500);
    for (const { status, headers } of await Promise.all(late)) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    }
  });

  it('leads to refusals when too many requests wait', async () => {
    gateway = await startTestGateway(
      withReads(async () => {
        await pause(100);
        return [];
      }),
      { config: { lookUpKeysMax: 1, lookUpQueriesMax: 1, lookUpWaitingKeysMax: 4 } },
    );
    const { request } = gateway;
    const answers = await Promise.all(hashes(20).map((hash) => request(pathOf(hash))));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.json).toEqual({ code: 503, error: 'too many requests wait for data' });
  });
});

describe('requests whose callers have left', () => {
  it('leave no waiting queries: one runs, and the next request is answered', async () => {
    const read: string[] = [];
    let end: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      end = resolve;
    });
    gateway = await startTestGateway(
      withReads(async (sql) => {
        read.push(sql);
        await running;
        return [];
      }),
      { config: { queriesMax: 1, lookUpKeysMax: 1 } },
    );
    const { request } = gateway;
    const [first = '', ...others] = hashes(20);
    const leaving = new AbortController();
    const left = request(pathOf(first), { signal: leaving.signal }).catch(() => 'left');
    const late = others.map((hash) => request(pathOf(hash), { headers: { 'x-timeout': '300' } }));
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual(others.map(() => 503));
    leaving.abort();
    expect(await left).toBe('left');
    const [last = ''] = hashes(100).slice(-1);
    const answered = request(pathOf(last));
    await pause(50);
    expect(read).toHaveLength(1);
    end();
    expect((await answered).status).toBe(200);
    expect(read).toHaveLength(2);
    expect(read[1]).toContain(`hash_prefix IN (${hashPrefixOf(Buffer.from(last, 'hex'))})`);
  });
});

describe('more answers than ANSWERS_MAX', () => {
  it('are refused at once, with Retry-After', async () => {
    gateway = await startTestGateway(
      withReads(async () => {
        await pause(300);
        return [];
      }),
      { config: { answersMax: 3 } },
    );
    const { request } = gateway;
    const answers = await Promise.all(hashes(10).map((hash) => request(pathOf(hash))));
    const countOf = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
    expect([countOf(200), countOf(503)]).toEqual([3, 7]);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('1');
  });
});

describe('an empty database', () => {
  it('is answered with 503 and Retry-After', async () => {
    gateway = await startTestGateway(stubStore(async () => []));
    for (const path of [
      '/api/v3/masterchainInfo',
      pathOf('0'.repeat(64)),
      '/toncenter/api/v3/masterchainBlockShards?seqno=1',
    ]) {
      const { status, json, headers } = await gateway.request(path);
      expect([status, json, headers.get('retry-after')]).toEqual([
        503,
        { code: 503, error: 'nothing is indexed yet' },
        '1',
      ]);
    }
  });

  it('does not hide that a request is invalid', async () => {
    gateway = await startTestGateway(stubStore(async () => []));
    expect((await gateway.request('/toncenter/api/v3/transactionsByMessage')).status).toBe(422);
  });
});

describe('an unavailable cache', () => {
  it('changes no answer', async () => {
    const away: Cache = {
      get: async () => undefined,
      getMany: async (keys) => keys.map(() => undefined),
      set: async () => false,
      setMany: async () => false,
      delete: async () => false,
      close: async () => undefined,
    };
    let reads = 0;
    gateway = await startTestGateway(
      withReads(async () => {
        reads += 1;
        return [];
      }),
      { cache: away },
    );
    for (let round = 1; round <= 3; round++) {
      expect((await gateway.request(pathOf('0'.repeat(64)))).status).toBe(200);
      expect(reads).toBe(round);
    }
  });
});
