import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RULES_VERSION } from '@tonriver/actions';
import { startTestGateway, type TestGateway } from '@tonriver/api-gateway/testing';
import { checkedTraceRow, rangeOfVersion, versionOfClassification } from '@tonriver/block-rows';
import { createMemoryCache } from '@tonriver/cache';
import {
  accountStatesTable,
  type ClassifiedTraceRow,
  classifiedTracesTable,
  columnsSql,
  type ContractInterfaceRow,
  createRowBatch,
  pickColumns,
} from '@tonriver/row-schema';
import { interfaceRow } from '@tonriver/row-schema/testing';
import { eventually } from '@tonriver/testing';
import fc from 'fast-check';
import { type ClassifierBench, openClassifierBench } from './testing/classifier-bench.test-support.ts';

const ROUNDS = 8;
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
const WAIT = { timeoutMs: 120_000 };
/** Every n-th state is said to be that of a jetton wallet. */
const KNOWN_EVERY = 5;

let bench: ClassifierBench;
let gateway: TestGateway;
let interfaces: readonly Omit<ContractInterfaceRow, 'checksum'>[];
/** What one fresh classification with everything known gives: rows, and what clients see. */
let wanted: {
  readonly traces: string;
  readonly lookUps: readonly string[];
  /** Those of every classification that there may have been. */
  readonly lookUpsAllowed: ReadonlySet<string>;
  readonly rows: readonly ClassifiedTraceRow[];
};
/** Trace → the sets of actions that clients may see: each of one classification. */
const allowed = new Map<string, Set<string>>();

beforeAll(async () => {
  bench = await openClassifierBench({ seed: 'again', rounds: ROUNDS, transactionsPerRound: 30, accounts: 30 });
  interfaces = await inventInterfaces();
  // The test takes rows away under the gateway: no answer may be kept.
  const cache = createMemoryCache({ bytesMax: 1 });
  gateway = await startTestGateway(bench.store, { cache, config: { requestTimeoutMs: 60_000 } });
  // The interfaces of the first rounds may be known when a trace is classified without waiting for the others.
  const lookUpsAllowed = new Set<string>();
  for (let count = 0; count <= ROUNDS; count += 1) {
    await fresh(rounds.slice(0, count));
    allow(await shown());
    for (const row of await storedLookUps()) lookUpsAllowed.add(row);
  }
  const [traces, lookUps] = [await digestOfTraces(), await storedLookUps()];
  wanted = { traces, lookUps, lookUpsAllowed, rows: await storedTraces() };
  await bench.forget();
  await writeOlder(wanted.rows);
  for (const row of wanted.rows) allow([[idOf(row), [olderIdOf(row)]]]);
}, 300_000);
afterAll(async () => {
  await gateway?.stop();
  await bench?.close();
});

/** States that are said to be jetton wallets, so that a trace has other interfaces later than before. */
async function inventInterfaces(): Promise<typeof interfaces> {
  const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt', 'mc_block_seqno', 'code_hash');
  const states = await bench.store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states FINAL
     WHERE workchain = 0 AND status = 'active' AND mc_block_seqno IS NOT NULL ORDER BY lt, account`,
  );
  return states
    .filter((_state, index) => index % KNOWN_EVERY === 0)
    .map((state) =>
      interfaceRow({
        workchain: state.workchain,
        account: Uint8Array.from(state.account),
        lt: state.lt,
        mcBlockSeqno: state.mcBlockSeqno!,
        codeHash: Uint8Array.from(state.codeHash!),
        kind: 'jetton_wallet',
        confirmation: 'confirmed',
        ownerText: `0:${'2'.repeat(64)}`,
        parentText: `0:${'1'.repeat(64)}`,
        amount: 1n,
        generation: 1,
      }),
    );
}

/** The interface-detector is past these rounds: first the rows of its finds, then its progress. */
async function detect(some: readonly number[]): Promise<void> {
  await bench.know(interfaces.filter(({ mcBlockSeqno }) => some.includes(mcBlockSeqno)));
  if (some.length > 0) await bench.detect(some);
}

/** One classification of everything. The detector counts as silent behind the rounds that are detected. */
async function fresh(detected: readonly number[]): Promise<void> {
  await bench.forget();
  await detect(detected);
  const topic = await bench.openTopic();
  await topic.send(bench.told);
  const classifier = await topic.start(detected.length < ROUNDS ? { detectorSilenceMs: 0 } : {});
  await eventually(() => topic.isAllCommitted(), WAIT);
  await classifier.stop();
  await topic.close();
}

async function storedTraces(): Promise<readonly ClassifiedTraceRow[]> {
  const { columns } = classifiedTracesTable;
  const sql = `SELECT ${columnsSql(columns)} FROM classified_traces FINAL ORDER BY end_lt, trace_id`;
  return await bench.store.select(columns, sql);
}

/** Not of progress: it begins with the first record that came, which may be any here. */
async function digestOfTraces(): Promise<string> {
  return (await bench.digests())['classified_traces']!;
}

/** The rows that lead to traces. */
async function storedLookUps(): Promise<readonly string[]> {
  const rows = await Promise.all(
    ['trace_accounts', 'action_places'].map(
      async (table) =>
        await bench.store.query(`SELECT '${table}' AS table, toString(tuple(*)) AS row FROM ${table} FINAL`),
    ),
  );
  return rows.flat().map((row) => JSON.stringify(row));
}

/** Traces as an older release left them: under older rules, each with one action that the newer rules do not find. */
async function writeOlder(rows: readonly ClassifiedTraceRow[]): Promise<void> {
  const batch = createRowBatch(classifiedTracesTable);
  for (const row of rows) {
    const [action] = row.actions;
    if (action === undefined) continue;
    const rules = RULES_VERSION - 1;
    const range = { first: rangeOfVersion(row.version) };
    batch.add(
      checkedTraceRow({
        ...row,
        actions: [
          JSON.stringify({ ...(JSON.parse(action) as object), action_id: olderIdOf(row), stored_type: 'ton_transfer' }),
        ],
        actionTypes: ['ton_transfer'],
        rulesVersion: rules,
        version: versionOfClassification({ range, rules, generation: 0, knowsInterfaces: true }),
      }),
    );
  }
  if (batch.rowCount > 0) await bench.store.insertRows(classifiedTracesTable, batch.rows());
}

const idOf = ({ traceId }: ClassifiedTraceRow): string => Buffer.from(traceId).toString('base64');
const olderIdOf = ({ traceId }: ClassifiedTraceRow): string => Buffer.from(traceId).reverse().toString('base64');

type ShownTraces = readonly (readonly [string, readonly string[]])[];

/** Ids of the actions that clients see, by trace. */
async function shown(from = gateway): Promise<ShownTraces> {
  const { status, json } = await from.request('/api/v3/actions?limit=1000&supported_action_types=latest');
  // Before the first round is classified there is no answer.
  if (status === 503) return [];
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  const actions = json['actions'] as unknown as readonly { readonly trace_id: string; readonly action_id: string }[];
  const byTrace = new Map<string, string[]>();
  for (const { trace_id: trace, action_id: action } of actions) {
    byTrace.set(trace, [...(byTrace.get(trace) ?? []), action]);
  }
  return [...byTrace];
}

const setOf = (ids: readonly string[]): string => ids.toSorted().join(' ');

function allow(traces: ShownTraces): void {
  for (const [trace, ids] of traces) allowed.set(trace, (allowed.get(trace) ?? new Set()).add(setOf(ids)));
}

/** Looks again and again until it is told to end. Returns traces of which a mixture was seen. */
function watch() {
  let isEnded = false;
  const mixtures = new Set<string>();
  let looks = 0;
  const run = async (): Promise<void> => {
    while (!isEnded) {
      for (const [trace, ids] of await shown()) {
        if (allowed.get(trace)?.has(setOf(ids)) !== true) mixtures.add(`${trace}: ${setOf(ids)}`);
      }
      looks += 1;
    }
  };
  const ended = run();
  return {
    async end() {
      isEnded = true;
      await ended;
      return { mixtures: [...mixtures], looks };
    },
  };
}

type Step =
  | { readonly kind: 'records'; readonly from: number; readonly count: number }
  | { readonly kind: 'detect'; readonly count: number }
  | { readonly kind: 'restart'; readonly isPatient: boolean };

it('ends with the actions of one fresh classification, whatever comes first, and no reader sees a mixture', async () => {
  expect(Math.max(...[...allowed.values()].map((sets) => sets.size))).toBeGreaterThan(1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('records' as const),
      from: fc.nat({ max: bench.told.length - 1 }),
      count: fc.integer({ min: 1, max: bench.told.length }),
    }),
    fc.record({ kind: fc.constant('detect' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('restart' as const), isPatient: fc.boolean() }),
  );
  const isOlder = fc.array(fc.boolean(), { minLength: wanted.rows.length, maxLength: wanted.rows.length });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), isOlder, async (steps, older) => {
      await bench.forget();
      await writeOlder(wanted.rows.filter((_row, index) => older[index]));
      const topic = await bench.openTopic();
      const reader = watch();
      let classifier = await topic.start({ detectorSilenceMs: 0 });
      let detected = 0;
      for (const one of steps) {
        if (one.kind === 'records') await topic.send(bench.told.slice(one.from, one.from + one.count));
        else if (one.kind === 'detect') {
          await detect(rounds.slice(detected, detected + one.count));
          detected += one.count;
        } else {
          await classifier.stop();
          classifier = await topic.start(one.isPatient ? {} : { detectorSilenceMs: 0 });
        }
      }
      await topic.send(bench.told);
      await detect(rounds.slice(detected));
      await classifier.stop();
      classifier = await topic.start();
      const isDone = async (): Promise<boolean> => {
        const rows = await storedTraces();
        const isNewest = rows.every((row) => row.knowsInterfaces && row.rulesVersion === RULES_VERSION);
        return isNewest && rows.length === wanted.rows.length && (await topic.isAllCommitted());
      };
      await eventually(isDone, { ...WAIT, intervalMs: 100 });
      await classifier.stop();
      const { mixtures, looks } = await reader.end();
      await topic.close();
      expect(mixtures).toEqual([]);
      expect(looks).toBeGreaterThan(0);
      expect(await digestOfTraces()).toEqual(wanted.traces);
      // Those of older classifications stay, and there are no others.
      const stored = new Set(await storedLookUps());
      expect(wanted.lookUps.filter((row) => !stored.has(row))).toEqual([]);
      expect([...stored].filter((row) => !wanted.lookUpsAllowed.has(row))).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 600_000);

it('answers what a trace was classified as last, though the answer before was asked for often', async () => {
  const keeping = await startTestGateway(bench.store, { config: { requestTimeoutMs: 60_000 } });
  const seen = async (): Promise<readonly string[]> =>
    (await shown(keeping)).map(([trace, ids]) => `${trace} ${setOf(ids)}`).toSorted();
  try {
    await fresh([]);
    const early = await seen();
    expect(await seen()).toEqual(early);
    await fresh(rounds);
    const late = await seen();
    expect(late).not.toEqual(early);
    expect(late).toEqual((await shown()).map(([trace, ids]) => `${trace} ${setOf(ids)}`).toSorted());
  } finally {
    await keeping.stop();
  }
}, 120_000);
