import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerSchemaOf, startTestGateway, type TestGateway } from '@tonriver/api-gateway/testing';
import { eventually } from '@tonriver/testing';
import { type ClassifierBench, openClassifierBench } from './testing/classifier-bench.test-support.ts';

const ROUNDS = 10;
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
/** A test says nothing about how fast a machine is. */
const SLOW = { requestTimeoutMs: 60_000 };
const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;

interface ShownAction {
  readonly trace_id: string;
  readonly action_id: string;
  readonly type: string;
  readonly end_lt: string;
  readonly trace_end_lt: string;
  readonly trace_mc_seqno_end: number;
  readonly transactions: readonly string[];
  readonly accounts?: readonly string[];
  readonly transactions_full?: readonly { readonly hash: string }[];
}

interface TreeNode {
  readonly tx_hash: string;
  readonly children: readonly TreeNode[];
}

interface ShownTrace {
  readonly trace_id: string;
  readonly end_lt: string;
  readonly trace_info: { readonly transactions: number; readonly classification_state: string };
  readonly actions?: readonly ShownAction[];
  readonly trace: TreeNode;
  readonly transactions_order: readonly string[];
  readonly transactions: Readonly<Record<string, { readonly hash: string }>>;
}

let bench: ClassifierBench;
let gateway: TestGateway;

beforeAll(async () => {
  bench = await openClassifierBench({ seed: 'answers', rounds: ROUNDS, transactionsPerRound: 30, accounts: 40 });
  await bench.detect(rounds);
  const topic = await bench.openTopic();
  await topic.send(bench.told);
  const classifier = await topic.start();
  await eventually(() => topic.isAllCommitted(), { timeoutMs: 60_000 });
  await classifier.stop();
  await topic.close();
  gateway = await startTestGateway(bench.store, { config: SLOW });
}, 240_000);
afterAll(async () => {
  await gateway?.stop();
  await bench?.close();
});

describe.each(['contract', 'deployed'] as const)('answers about actions in the %s dialect', (dialect) => {
  const ask = async (path: string, query: Readonly<Record<string, string>>) => {
    const { status, json } = await gateway.request(
      `${BASES[dialect]}/v3/${path}?${new URLSearchParams(query).toString()}`,
    );
    return { status, json: json as Record<string, unknown> };
  };
  const actions = async (query: Readonly<Record<string, string>>): Promise<readonly ShownAction[]> => {
    const { status, json } = await ask('actions', query);
    expect([status, json['error']]).toEqual([200, undefined]);
    expect(answerSchemaOf('/v3/actions', dialect).safeParse(json).error).toBeUndefined();
    return json['actions'] as readonly ShownAction[];
  };
  const traces = async (query: Readonly<Record<string, string>>): Promise<readonly ShownTrace[]> => {
    const { status, json } = await ask('traces', query);
    expect([status, json['error']]).toEqual([200, undefined]);
    expect(answerSchemaOf('/v3/traces', dialect).safeParse(json).error).toBeUndefined();
    return json['traces'] as readonly ShownTrace[];
  };
  const idsOf = (list: readonly ShownAction[]): readonly string[] =>
    list.map(({ trace_id: trace, action_id: id }) => `${trace} ${id}`);

  it('lists every action once, newest trace first, and in pages as in one piece', async () => {
    const all = await actions({ limit: '1000' });
    expect(all.length).toBeGreaterThan(30);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    const ends = all.map(({ trace_end_lt: lt }) => BigInt(lt));
    expect(ends).toEqual(ends.toSorted((left, right) => (left < right ? 1 : -1)));
    expect(idsOf(await actions({ limit: '1000', sort: 'asc' }))).toEqual(idsOf(all).toReversed());
    const pages = await Promise.all([0, 7, 14].map((offset) => actions({ limit: '7', offset: String(offset) })));
    expect(pages.flatMap(idsOf)).toEqual(idsOf(all).slice(0, 21));
  });

  it('finds actions by each of the filters, and by all of them', async () => {
    const all = await actions({ limit: '1000', include_accounts: 'true' });
    const one = all[Math.floor(all.length / 2)]!;
    const [account = ''] = one.accounts ?? [];
    const among = (isWanted: (action: ShownAction) => boolean): readonly string[] => idsOf(all.filter(isWanted));
    const found = async (query: Readonly<Record<string, string>>) => idsOf(await actions({ limit: '1000', ...query }));
    expect(await found({ trace_id: one.trace_id })).toEqual(among(({ trace_id: id }) => id === one.trace_id));
    expect(await found({ action_id: one.action_id })).toEqual(among(({ action_id: id }) => id === one.action_id));
    expect(await found({ account })).toEqual(among(({ accounts }) => accounts?.includes(account) === true));
    expect(await found({ mc_seqno: String(one.trace_mc_seqno_end) })).toEqual(
      among(({ trace_mc_seqno_end: seqno }) => seqno === one.trace_mc_seqno_end),
    );
    expect(await found({ action_type: one.type })).toEqual(among(({ type }) => type === one.type));
    expect(await found({ exclude_action_type: one.type })).toEqual(among(({ type }) => type !== one.type));
    const [hash = ''] = one.transactions;
    expect(await found({ tx_hash: hash })).toEqual(among(({ transactions }) => transactions.includes(hash)));
    expect(await found({ start_lt: one.trace_end_lt, end_lt: one.trace_end_lt })).toEqual(
      among(({ trace_end_lt: lt }) => lt === one.trace_end_lt),
    );
    expect(await found({ account, action_id: one.action_id, tx_hash: hash, action_type: one.type })).toContain(
      `${one.trace_id} ${one.action_id}`,
    );
    expect(await found({ account, action_type: 'tick_tock', action_id: one.action_id })).toEqual(
      one.type === 'tick_tock' ? expect.anything() : [],
    );
  });

  it('answers transactions in full, and finds an action by its messages', async () => {
    const [one] = await actions({ limit: '1', action_type: 'ton_transfer', include_transactions: 'true' });
    expect(one!.transactions_full?.map(({ hash }) => hash)).toEqual(one!.transactions);
    const { json } = await ask('transactions', { hash: one!.transactions[0]! });
    const [transaction] = json['transactions'] as readonly { readonly in_msg: { readonly hash: string } | null }[];
    const message = transaction?.in_msg?.hash ?? '';
    expect(idsOf(await actions({ msg_hash: message }))).toContain(idsOf([one!])[0]);
  });

  it('lists traces with their trees, transactions and actions', async () => {
    const all = await traces({ limit: '1000', include_actions: 'true' });
    const listed = await actions({ limit: '1000' });
    expect(all.flatMap(({ actions: some = [] }) => idsOf(some)).toSorted()).toEqual(idsOf(listed).toSorted());
    for (const trace of all) {
      const seen: string[] = [];
      const open = [trace.trace];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        seen.push(node.tx_hash);
        open.push(...node.children);
      }
      expect(seen.toSorted()).toEqual([...trace.transactions_order].toSorted());
      expect(seen.length).toBe(trace.trace_info.transactions);
      expect(trace.trace.tx_hash).toBe(trace.trace_id);
      expect(Object.entries(trace.transactions).every(([hash, transaction]) => transaction.hash === hash)).toBe(true);
      if (dialect === 'deployed') expect(trace.trace_info.classification_state).toBe('unclassified');
    }
    const one = all[3]!;
    for (const query of [{ trace_id: one.trace_id }, { tx_hash: one.transactions_order.at(-1)! }]) {
      expect((await traces(query)).map(({ trace_id: id }) => id)).toEqual([one.trace_id]);
    }
  });

  it('refuses what does not fit', async () => {
    const bad = dialect === 'contract' ? 400 : 422;
    const refused = async (path: string, query: Readonly<Record<string, string>>) => {
      const { status, json } = await ask(path, query);
      return [status, json['error']];
    };
    expect(await refused('actions', { action_type: 'a-b' })).toEqual([bad, 'action_type contains invalid characters']);
    expect(await refused('actions', { sort: 'up' })).toEqual([bad, 'wrong value for sort parameter']);
    expect(await refused('actions', { mc_seqno: '999' })).toEqual([404, 'masterchain block 999 not found']);
    const [hash] = ['00'.repeat(32)];
    expect(await refused('traces', { trace_id: hash!, tx_hash: hash! })).toEqual([
      bad,
      'only one of account, trace_id, tx_hash, msg_hash should be specified',
    ]);
    expect(await actions({ tx_hash: hash! })).toEqual([]);
  });
});

it('answers 503 while no trace of the range is classified', async () => {
  await bench.store.command('TRUNCATE TABLE actions_progress SYNC');
  const fresh = await startTestGateway(bench.store, { config: SLOW });
  const { status, headers, json } = await fresh.request('/api/v3/actions');
  await fresh.stop();
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect(json['error']).toBe('no actions are known yet: traces are not classified');
});
