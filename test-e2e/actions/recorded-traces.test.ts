import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { classify } from '@tonriver/actions';
import { startTestGateway, type TestGateway } from '@tonriver/api-gateway/testing';
import {
  generatedActions,
  readCase,
  readRecordedTrace,
  rebuildChain,
  type RebuiltChain,
  recordedCases,
} from '@tonriver/classify/testing';
import { describeRecorded } from '@tonriver/testing';
import { type IndexedTraces, indexTraces } from './index-traces.ts';
import { interfaceRowsOfCases } from './interface-rows-of-cases.ts';

/** Of 93; a trace counts when the hash of each of its messages is the recorded one. */
const EQUAL_TRACES_MIN = 80;

interface ShownAction {
  readonly action_id: string;
  readonly type: string;
  readonly success: boolean;
  readonly details: unknown;
}

describeRecorded('the actions of recorded traces that were rebuilt as blocks and indexed', (data) => {
  const cases = recordedCases(data.path('traces'))
    .filter(({ set }) => set === 'ton-indexer')
    .map(({ name, file }) => ({ name, file, recorded: readRecordedTrace(file), read: readCase(file) }))
    .toSorted(({ read: one }, { read: other }) => (one.trace.startLt < other.trace.startLt ? -1 : 1));
  let chain: RebuiltChain;
  let indexed: IndexedTraces;
  let gateway: TestGateway;
  beforeAll(async () => {
    chain = rebuildChain(cases.map(({ recorded }) => recorded));
    const known = cases.map(({ read }, index) => ({
      round: chain.traces[index]!.round,
      startLt: read.trace.startLt,
      interfaces: read.interfaces,
    }));
    indexed = await indexTraces(chain, interfaceRowsOfCases(known));
    gateway = await startTestGateway(indexed.store, { config: { requestTimeoutMs: 60_000 } });
  }, 600_000);
  afterAll(async () => {
    await gateway?.stop();
    await indexed?.close();
  });

  it('have the recorded messages, but for logs whose outer address was not recorded', () => {
    const unequal = cases.flatMap(({ name }, index) =>
      chain.traces[index]!.unequal.map((row) => ({ name, destination: row.destination ?? null })),
    );
    const named = new Set(unequal.map(({ name }) => name));
    process.stderr.write(
      `${cases.length - named.size} of ${cases.length} traces with all recorded message hashes; without the address of a log: ${[...named].join(', ')}\n`,
    );
    expect(unequal.filter(({ destination }) => destination !== null)).toEqual([]);
    expect(cases.length - named.size).toBeGreaterThanOrEqual(EQUAL_TRACES_MIN);
  });

  it.each(cases.map(({ name, ...one }, index) => [name, { ...one, index }] as const))(
    'are those of classify: %s',
    async (_name, { read: { trace, interfaces }, index }) => {
      const { round } = chain.traces[index]!;
      const query = new URLSearchParams({ mc_seqno: String(round), limit: '1000', sort: 'asc' });
      const { status, json } = await gateway.request(`/toncenter/api/v3/actions?${query.toString()}`);
      expect(status).toBe(200);
      const { actions: shown } = json as unknown as { readonly actions: readonly ShownAction[] };
      const wanted = generatedActions(classify(trace, interfaces), 'toncenter')
        .filter(({ visible_in: versions }) => versions.includes('v5'))
        .map(({ action }) => JSON.parse(JSON.stringify(action)) as ShownAction);
      expect(wanted.length).toBeGreaterThan(0);
      expect(shown.map(compared).toSorted(byId)).toEqual(wanted.map(compared).toSorted(byId));
    },
  );
});

function compared({ action_id, type, success, details }: ShownAction) {
  return { action_id, type, success, details };
}

function byId(left: { readonly action_id: string }, right: { readonly action_id: string }): number {
  return left.action_id < right.action_id ? -1 : 1;
}
