import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createMemoryPendingStore } from '@tonriver/pending-store';
import fc from 'fast-check';
import type { z } from 'zod';
import { endpoints } from './endpoints/index.ts';
import { openSampleStore } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

/** One query parameter of an endpoint, from its definition: endpoints that come later are covered by themselves. */
interface Parameter {
  readonly path: string;
  readonly name: string;
  readonly schema: z.ZodType;
  readonly isList: boolean;
}

function parametersOf(dialect: DialectName): readonly Parameter[] {
  return endpoints.flatMap(({ paths: [path = ''], describe: description }) =>
    path.startsWith('/v3/')
      ? description(dialect, undefined).flatMap(({ method, query }) =>
          method === 'get' && query !== undefined
            ? Object.entries(query.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => ({
                path,
                name,
                schema,
                isList: !schema.safeParse('').success && schema.safeParse(['']).success,
              }))
            : [],
        )
      : [],
  );
}

/** Texts that are wrong for one kind of parameter or another: the definition of a parameter tells for which. */
const TEXTS = [
  '',
  ' ',
  'x',
  '-',
  '+',
  '.',
  '0x',
  '1.5',
  '-1',
  '1e3',
  '007',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  'yes',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '18446744073709551615',
  '18446744073709551616',
  '9'.repeat(41),
  '0'.repeat(100_000),
  'f'.repeat(63),
  'g'.repeat(64),
  'f'.repeat(64),
  `0x${'0'.repeat(64)}`,
  'A'.repeat(43),
  `${'A'.repeat(43)}=`,
  `${'A'.repeat(44)}=`,
  `0:${'0'.repeat(63)}`,
  `0:${'0'.repeat(64)}`,
  `200:${'0'.repeat(64)}`,
  `${'9'.repeat(40)}:${'0'.repeat(64)}`,
  'E'.repeat(48),
  'ext$8:FFF',
  'ext$8:FF',
  'ext$:',
  "' OR 1 = 1 --",
  '\\',
  '`',
  ';',
  '\u0000',
  '\uFFFD',
  '🙂',
  '٣',
  '../../etc',
  '{}',
  '[]',
  '{"a":1}',
  '%',
  '\n',
  ',',
  ',,',
  'a,b',
  `${'f'.repeat(64)},x`,
  ','.repeat(2_000),
  'asc',
  'desc',
  'ASC ',
  'in',
  'out',
  'both',
];

describe.each([...DIALECT_NAMES])('bad input in the %s dialect', (dialect) => {
  const parameters = parametersOf(dialect);
  const badRequest = dialect === 'contract' ? 400 : 422;
  let store: ClickHouseStore;
  let gateway: TestGateway;

  beforeAll(async () => {
    store = await openSampleStore();
    const pending = createMemoryPendingStore({ partitions: 1 });
    await pending.confirm(0, 600_000);
    gateway = await startTestGateway(store, { pending });
  });
  afterAll(async () => {
    await gateway?.stop();
    await store?.close();
  });

  const ask = (path: string, query: URLSearchParams) =>
    gateway.request(`${DIALECT_BASE_PATHS[dialect]}${path}?${query.toString()}`);

  const isRight = ({ schema, isList }: Parameter, text: string): boolean =>
    schema.safeParse(isList ? [text] : text).success;

  it('is refused with the parameter and its place, for every parameter of every endpoint', async () => {
    expect(parameters.length).toBeGreaterThan(50);
    const unlike: unknown[] = [];
    let refusedCount = 0;
    for (const parameter of parameters) {
      for (const text of TEXTS.filter((one) => one.length < 10_000 && !isRight(parameter, one))) {
        const { path, name, isList } = parameter;
        const { status, json } = await ask(path, new URLSearchParams([[name, text]]));
        const place = isList ? 'index 0 of ' : '';
        const errors = [
          `failed to decode: schema: error converting value for ${place}"${name}"`,
          `too many values of "${name}": 1000 at most`,
        ];
        const isAsDeployed = status === badRequest && json['code'] === status && errors.includes(String(json['error']));
        if (!isAsDeployed) unlike.push([path, name, text.slice(0, 100), status, json]);
        refusedCount += 1;
      }
    }
    expect(unlike).toEqual([]);
    expect(refusedCount).toBeGreaterThan(1_000);
  }, 300_000);

  it('gets a typed error, and never a failure of the server, however parameters are combined', async () => {
    const paths = [...new Set(parameters.map(({ path }) => path))];
    const byPath = paths.map((path) => parameters.filter((parameter) => parameter.path === path));
    const requests = fc.constantFrom(...byPath).chain((some) =>
      fc.record({
        path: fc.constant(some[0]!),
        values: fc.array(fc.tuple(fc.constantFrom(...some), fc.oneof(fc.constantFrom(...TEXTS), fc.string())), {
          minLength: 1,
          maxLength: 6,
        }),
        others: fc.dictionary(fc.string({ maxLength: 70 }), fc.string(), { maxKeys: 2 }),
      }),
    );
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ path: { path }, values, others }) => {
        const query = new URLSearchParams(others);
        for (const [{ name }, text] of values) query.append(name, text.slice(0, 10_000));
        const { status, json, text } = await ask(path, query);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) throw new Error(`${status} ${path}?${query.toString()}: ${text.slice(0, 500)}`);
        if (status < 400) return;
        expect([json['code'], typeof json['error'], json['error'] !== '']).toEqual([status, 'string', true]);
      }),
      { seed: 5, numRuns: 500 },
    );
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, badRequest]));
  }, 300_000);
});
