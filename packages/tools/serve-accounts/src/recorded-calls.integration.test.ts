import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordedAccounts, RecordedCallPlace } from '@tonriver/recordings';
import { openScope, type Scope } from '@tonriver/lifecycle';
import { silentLogger as logger } from '@tonriver/logger';
import { describeRecorded, type FileNeed, temporaryDirectory } from '@tonriver/testing';
import { recordedCallLines, serveAccounts } from './service.ts';
import { expectedV2, expectedV3, hashedV2, hashedV3 } from './testing/expected-answers.test-support.ts';
import {
  argumentOfV2,
  argumentOfV3,
  type RecordedCase,
  recordedCases,
  recordedFiles,
} from './testing/recorded-cases.test-support.ts';

type Json = Readonly<Record<string, unknown>>;

/** Requests at a time: enough for all threads, few enough to be answered in time. */
const CLIENTS = 8;

/** Recordings name configurations that lie in `config`. */
const RECORDINGS: FileNeed = {
  what: 'recordings in accounts/getmethods',
  folder: 'accounts/getmethods',
  isFile: (name) => name.endsWith('.json'),
};

describeRecorded('recorded get-methods over HTTP', [RECORDINGS, 'config'], (data) => {
  const files = recordedFiles(data);
  const directory = temporaryDirectory();
  let scope: Scope;
  let base = '';
  let accounts: RecordedAccounts;

  beforeAll(async () => {
    scope = openScope({ logger, shutdownGraceMs: 10_000 });
    const place = { host: '127.0.0.1', port: 0, dataDirectory: directory.path, folders: [] };
    const served = await serveAccounts(scope, { ...place, files, logger, pool: { workerCount: 2 } });
    base = `http://127.0.0.1:${served.port}`;
    ({ accounts } = served);
  }, 60_000);
  afterAll(async () => {
    await scope.close();
    directory.remove();
  });

  const post = async (path: string, body: Json): Promise<{ readonly status: number; readonly json: Json }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, json: (await response.json()) as Json };
  };

  /** Asks for every case of a file, and returns the cases with another answer. */
  const expectAllEqual = async (
    file: string,
    answer: (
      recorded: RecordedCase,
      place: RecordedCallPlace,
    ) => Promise<{ readonly actual: unknown; readonly expected: unknown }>,
  ): Promise<void> => {
    const cases = recordedCases(file);
    const places = accounts.calls().filter((place) => place.file === basename(file));
    expect(places.map(({ methodId, method }) => method ?? methodId)).toEqual(cases.map(({ method }) => method));
    const different: unknown[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < cases.length) {
        const index = next++;
        const recorded = cases[index] as RecordedCase;
        const { actual, expected } = await answer(recorded, places[index] as RecordedCallPlace);
        try {
          expect(actual).toEqual(expected);
        } catch {
          different.push({ name: recorded.name, actual, expected });
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    expect(different).toEqual([]);
  };

  const outcome = (
    { exitCode, gasUsed, stack }: RecordedCase,
    print: (stack: NonNullable<RecordedCase['stack']>) => unknown,
  ) => ({
    exitCode,
    gasUsed,
    stack: stack === null ? 'any' : print(stack),
  });
  const outcomeOf = (recorded: RecordedCase, result: Json | undefined, hashed: (stack: unknown) => unknown) => ({
    exitCode: result?.['exit_code'],
    gasUsed: result?.['gas_used'],
    stack: recorded.stack === null ? 'any' : hashed(result?.['stack'] ?? []),
  });

  describe.each(files.map((file) => [basename(file), file]))('%s', (_name, file) => {
    it('v3 of the contract', async () => {
      await expectAllEqual(file, async (recorded, { seqno }) => {
        const { address, method, args } = recorded;
        const { json } = await post('/api/v3/runGetMethod', { address, method, stack: args.map(argumentOfV3), seqno });
        const expected = { ...outcome(recorded, (stack) => expectedV3(stack, true)), address, method, seqno };
        const block = json['block'] as Json | undefined;
        const echoed = { address: json['address'], method: json['method'], seqno: block?.['seqno'] };
        return { actual: { ...outcomeOf(recorded, json, hashedV3), ...echoed }, expected };
      });
    }, 120_000);

    it('v3 as deployed, wherever the block need not be named', async () => {
      await expectAllEqual(file, async (recorded, { isDefault }) => {
        const { address, method, args } = recorded;
        const { status, json } = await post('/toncenter/api/v3/runGetMethod', {
          address,
          method: String(method),
          stack: args.map(argumentOfV3),
        });
        if (!isDefault) return { actual: status, expected: 500 };
        return {
          actual: outcomeOf(recorded, json, hashedV3),
          expected: outcome(recorded, (stack) => expectedV3(stack, false)),
        };
      });
    }, 120_000);

    it.each(['/api/v2/runGetMethod', '/toncenter/api/v2/runGetMethod', '/toncenter/api/v2/jsonRPC'])(
      '%s',
      async (path) => {
        await expectAllEqual(file, async (recorded, { seqno }) => {
          const { address, method, args } = recorded;
          const params = { address, method, stack: args.map(argumentOfV2), seqno };
          const body = path.endsWith('jsonRPC') ? { jsonrpc: '2.0', id: '1', method: 'runGetMethod', params } : params;
          const { json } = await post(path, body);
          const { result } = json;
          const parsed = (typeof result === 'string' ? JSON.parse(result) : result) as Json | undefined;
          return { actual: outcomeOf(recorded, parsed, hashedV2), expected: outcome(recorded, expectedV2) };
        });
      },
      120_000,
    );
  });

  it('are listed with the request that makes each', () => {
    const lines = recordedCallLines(accounts.calls()).trimEnd().split('\n');
    const listed = lines.map((line) => JSON.parse(line) as Json);
    expect(listed).toHaveLength(files.flatMap(recordedCases).length);
    expect(Object.keys(listed[0] ?? {})).toEqual([
      'file',
      'id',
      'address',
      'method',
      'method_id',
      'seqno',
      'needs_seqno',
    ]);
  });

  it('report an account that was not recorded as unknown', async () => {
    const { status, json } = await post('/api/v3/runGetMethod', { address: `0:${'77'.repeat(32)}`, method: 'seqno' });
    expect([status, json]).toEqual([404, { code: 404, error: 'account state unknown' }]);
  });

  it('other endpoints answer as where nothing is indexed', async () => {
    const response = await fetch(`${base}/api/v3/masterchainInfo`);
    expect([response.status, await response.json()]).toEqual([503, { code: 503, error: 'nothing is indexed yet' }]);
  });
});
