import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { TonriverError } from '@tonriver/errors';
import { type Logger, silentLogger } from '@tonriver/logger';
import fc from 'fast-check';
import { endpoints } from './endpoints/index.ts';

import { type BadBody, drawnBadBodies } from './testing/bad-bodies.test-support.ts';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { openSampleStore, writeNetwork } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

/** Of each dialect. */
const DRAWS = 350;

/** The sample chain has no configuration: those who ask for it well are told that rows are missing. */
const WITHOUT_ROWS = ['/v2/getConfigAll', '/v2/getConfigParam'];

/** A route that takes a body, from its definition: endpoints that come later are covered by themselves. */
interface Route {
  readonly path: string;
  readonly example: unknown;
  /** Failures that the document tells of, such as 500 for a round that is not indexed. */
  readonly failures: ReadonlySet<number>;
}

function routesOf(dialect: DialectName): readonly Route[] {
  const posts = endpoints.flatMap(({ describe: description }) =>
    description(dialect, undefined).filter(({ method }) => method === 'post'),
  );
  const failuresOf = (errors: Readonly<Record<number, string>> = {}) =>
    Object.keys(errors)
      .map(Number)
      .filter((status) => status >= 500);
  // jsonRPC answers what its methods do, in the words of the drop-in dialect.
  const ofMethods = endpoints
    .flatMap(({ describe: description }) => description('deployed', undefined))
    .filter(({ path }) => path.startsWith('/v2/'))
    .flatMap(({ errors }) => failuresOf(errors));
  return posts.map(({ path, example, errors, answer }) => ({
    path,
    example,
    failures: new Set([
      ...(path.endsWith('/jsonRPC') ? ofMethods : failuresOf(errors)),
      ...(answer === undefined || path.endsWith('/jsonRPC') ? [501] : []),
      ...(WITHOUT_ROWS.includes(path) ? [500] : []),
    ]),
  }));
}

describe.each([...DIALECT_NAMES])('bad bodies in the %s dialect', (dialect) => {
  const routes = routesOf(dialect);
  const badRequest = dialect === 'contract' ? 400 : 422;
  const failed: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    error(_message, fields) {
      const error = fields?.['error'];
      // Missing rows are told with the table that needs them, and then as the failure of the request.
      const isMissingRow = fields?.['requiredBy'] !== undefined;
      if (!isMissingRow && !(error instanceof TonriverError && error.code === 'rows_missing')) failed.push(error);
    },
    child: () => logger,
  };
  let store: ClickHouseStore;
  let gateway: TestGateway;

  beforeAll(async () => {
    store = await openSampleStore();
    await writeNetwork(store);
    const sent = { hash: new Uint8Array(32).fill(1), normalisedHash: new Uint8Array(32).fill(2) };
    const messages = { send: async () => sent };
    gateway = await startTestGateway(store, { executor: createFakeExecutor(), messages, logger });
  });
  afterAll(async () => {
    await gateway?.stop();
    await store?.close();
  });

  const send = (path: string, { bytes, contentType, contentEncoding }: BadBody) =>
    gateway.request(`${DIALECT_BASE_PATHS[dialect]}${path}`, {
      method: 'POST',
      body: bytes,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
      },
    });

  it('get a typed error, and never a failure of the server', async () => {
    expect(routes.length).toBeGreaterThan(20);
    const requests = fc
      .constantFrom(...routes)
      .chain((route) => fc.record({ route: fc.constant(route), body: drawnBadBodies(route.example) }));
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ route: { path, failures }, body }) => {
        const { status, json, text } = await send(path, body);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === 200) return;
        // Errors of the deployed service that emulates have no code.
        const code = dialect === 'deployed' && path.startsWith('/emulate/') ? {} : { code: status };
        expect(json).toMatchObject(path.startsWith('/v2/') ? { ok: false, ...code } : code);
        expect([typeof json['error'], json['error'] !== '']).toEqual(['string', true]);
        if (status < 500 || (failures.has(status) && failed.length === 0)) return;
        throw new Error(`${status} ${text.slice(0, 500)}; logged: ${String(failed[0])}`);
      }),
      { seed: 12, numRuns: DRAWS },
    );
    expect(failed).toEqual([]);
    expect([...counts.keys()]).toEqual(expect.arrayContaining([200, badRequest]));
    expect(counts.get(badRequest)).toBeGreaterThan(DRAWS / 3);
  }, 300_000);
});
