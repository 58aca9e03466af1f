import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readInterfacesOfTraces } from '@tonriver/action-classifier/testing';
import { classify } from '@tonriver/actions';
import { generatedActions } from '@tonriver/classify/testing';
import { type ClickHouseStore, openServerStore } from '@tonriver/clickhouse';
import { eventually, freePort, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { type ExportedTrace, exportActions, exportTraces, type ToldAction } from './exported-traces.ts';
import { readNewestInterfaces, sayInterface } from './newest-interfaces.ts';

/** What the traffic of a demo makes. */
const TYPES = [
  'call_contract',
  'change_dns',
  'contract_deploy',
  'dex_deposit_liquidity',
  'jetton_burn',
  'jetton_mint',
  'jetton_swap',
  'jetton_transfer',
  'multisig_approve',
  'multisig_create_order',
  'multisig_execute',
  'nft_mint',
  'nft_purchase',
  'nft_put_on_sale',
  'nft_transfer',
  'ton_transfer',
];
/** A slow machine may not come to the last ones in time. */
const TYPES_MIN = 14;
/** Traffic goes on for at least so long. A whole hour with DEMO_MINUTES=60. */
const TRAFFIC_MS_MIN = Number(process.env['DEMO_MINUTES'] ?? 0) * 60_000;
/** Then until all of the types are there, or for this long. */
const TRAFFIC_MS_MAX = 240_000;
/** What is read of more traffic takes longer too. */
const PREPARATION_MS = 600_000 + 2 * TRAFFIC_MS_MIN;
const WAIT = { timeoutMs: 240_000, intervalMs: 1_000 };

const dialects = [
  { dialect: 'contract', base: '/api/v3' },
  { dialect: 'toncenter', base: '/toncenter/api/v3' },
] as const;

describe('the traffic of a demo, held against the rules as a library', () => {
  const folder = temporaryDirectory();
  let served: StandaloneProcess;
  let store: ClickHouseStore;
  let traces: readonly ExportedTrace[];
  beforeAll(async () => {
    const clickHousePort = await freePort();
    const words = ['--demo', '--no-idle', '--clickhouse-port', String(clickHousePort)];
    served = await startStandaloneProcess(folder.path, words);
    store = openServerStore({ url: `http://127.0.0.1:${clickHousePort}`, database: 'ton_devnet' });
    await sleep(TRAFFIC_MS_MIN);
    await untilTypesAreSeen(served);
    const { status } = await served.post('/devnet/pause', {}, { 'content-type': 'application/json' });
    expect(status).toBe(200);
    await untilClassified(served);
    traces = await exportTraces(served, '/toncenter/api/v3');
  }, PREPARATION_MS);
  afterAll(async () => {
    await store?.close();
    await served?.process.stop();
    folder.remove();
  }, 60_000);

  it('has whole traces of nearly every kind', () => {
    expect(traces.filter(({ state, isIncomplete }) => state !== 'complete' || isIncomplete)).toEqual([]);
    const types = new Set(traces.flatMap(({ actions }) => actions.map(({ type }) => type)));
    process.stderr.write(`demo: ${traces.length} traces with ${[...types].toSorted().join(', ')}\n`);
    expect(TYPES.filter((type) => types.has(type)).length).toBeGreaterThanOrEqual(TYPES_MIN);
  });

  describe.each(dialects)('in the dialect $dialect', ({ dialect, base }) => {
    it(
      'each trace has the actions of classify, at traces and at actions',
      async () => {
        const wanted = await actionsByRules(store, traces, dialect);
        const ofTraces = (await exportTraces(served, base)).flatMap(({ actions }) => actions);
        expect(byId(ofTraces)).toEqual(byId(wanted.map(withoutAccounts)));
        expect(byId(await exportActions(served, base))).toEqual(byId(wanted));
      },
      PREPARATION_MS,
    );
  });

  it(
    'what was found of contracts is what their own get-methods say',
    async () => {
      const found = await readNewestInterfaces(store);
      const kinds = new Set(found.map(({ kind }) => kind));
      expect([...kinds]).toEqual(expect.arrayContaining(['jetton_wallet', 'jetton_master', 'nft_item', 'nft_sale']));
      const said = await Promise.all(found.map((one) => sayInterface(served, one)));
      expect(said).toEqual(found);
    },
    PREPARATION_MS,
  );
});

async function untilTypesAreSeen(served: StandaloneProcess): Promise<void> {
  const missing = new Set(TYPES);
  await eventually(
    async () => {
      for (const type of missing) {
        const { json } = await served.get(`/api/v3/actions?action_type=${type}&limit=1`);
        const { actions = [] } = json as { readonly actions?: readonly unknown[] };
        if (actions.length > 0) missing.delete(type);
      }
      return missing.size === 0;
    },
    { timeoutMs: TRAFFIC_MS_MAX, intervalMs: 1_000 },
  ).catch(() => process.stderr.write(`demo: without ${[...missing].join(', ')}\n`));
}

/** Waits until actions are served up to the last round. */
async function untilClassified(served: StandaloneProcess): Promise<void> {
  const status = (await served.get('/devnet/status')).json as { readonly last_seqno?: number };
  await served.untilRound(status.last_seqno!);
  await eventually(
    async () => (await served.get(`/api/v3/actions?mc_seqno=${status.last_seqno!}&limit=1`)).status === 200,
    WAIT,
  );
}

/** The actions that the rules find, as an answer tells them. */
async function actionsByRules(
  store: ClickHouseStore,
  traces: readonly ExportedTrace[],
  dialect: 'contract' | 'toncenter',
): Promise<readonly ToldAction[]> {
  const inputs = traces.map(({ input }) => input);
  const interfaces = await readInterfacesOfTraces(store, inputs);
  const actions = inputs.flatMap((input) =>
    generatedActions(classify(input, interfaces.get(input)!.known), dialect)
      .filter(({ visible_in: versions }) => versions.includes('v5'))
      .map(({ action }) => ({ ...action, finality: 'finalized' })),
  );
  return JSON.parse(JSON.stringify(actions)) as readonly ToldAction[];
}

/** `traces` never tells them. */
function withoutAccounts(action: ToldAction): ToldAction {
  return { ...action, accounts: undefined };
}

function byId(actions: readonly ToldAction[]): readonly ToldAction[] {
  return actions.toSorted((left, right) => (left.action_id < right.action_id ? -1 : 1));
}
