import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmulatedTraceAnswer, GetMethodError } from '@tonriver/api-model';
import { writeEmulatedPart } from '@tonriver/block-rows';
import { Bag, writeBag } from '@tonriver/boc';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createDevnetNetwork, createEnvironmentReader, shardAccountBoc } from '@tonriver/devnet-chain';
import { createTvmPool } from '@tonriver/tvm';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import { createFakeExecutor, type FakeExecutor } from '../../testing/fake-executor.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';

const TIME = 1_800_000_000;
const PATH = '/emulate/v1/emulateTrace';
const boc = 'te6cckEBAQEAAgAAAEysuc0=';
const store = stubStore(async (sql) => watermarkRows(sql) ?? []);

let executor: FakeExecutor;
let gateway: TestGateway;
let trace: EmulatedTraceAnswer;

/** A transfer of a devnet's wallet, as the executor emulates it. */
async function emulatedTransfer(): Promise<EmulatedTraceAnswer> {
  const options = { seed: 'gateway', globalId: -777, genesisTime: TIME, walletCount: 1 };
  const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
  const chain = network.create();
  const [wallet] = network.wallets;
  const to = { workchain: 0, hash: new Uint8Array(32).fill(5) };
  const message = wallet!.transfer({ seqno: 0, validUntil: TIME + 100, to, amount: 1_000_000n, bounce: false });
  const pool = await createTvmPool({ workerCount: 1, queueLengthMax: 5, wallTimeMs: 20_000, memoryMbMax: 512 });
  const { configBoc, librariesBoc } = createEnvironmentReader()(chain);
  const beforeBoc = shardAccountBoc(chain.account(0, wallet!.address.hash));
  const result = await pool.emulateTransaction({
    environment: { key: 'one', configBoc, previousBlocksBoc: null, unixTime: TIME },
    shardAccountBoc: beforeBoc,
    cause: { kind: 'message', messageBoc: writeBag([message]) },
    lt: 1_000_001n,
    randomSeed: null,
    librariesBoc,
  });
  await pool.close();
  if (result.kind !== 'transaction') throw new TypeError(result.reason);
  const { transactionBoc, shardAccountBoc: afterBoc } = result;
  const content = writeEmulatedPart([{ address: wallet!.address, transactionBoc, beforeBoc, afterBoc }]);
  const bag = Bag.parse(transactionBoc);
  const rootHash = Buffer.from(bag.hash(bag.root)).toString('base64');
  const action = {
    trace_id: rootHash,
    action_id: rootHash,
    start_lt: '1',
    end_lt: '2',
    start_utime: TIME,
    end_utime: TIME,
    trace_end_lt: '2',
    trace_end_utime: TIME,
    trace_mc_seqno_end: 0,
    transactions: [rootHash],
    success: true,
    type: 'ton_transfer',
    details: { source: `0:${'AB'.repeat(32)}` },
    accounts: [`0:${'AB'.repeat(32)}`],
    finality: 'finalized',
  };
  const actions = [
    { type: 'ton_transfer', ancestorTypes: [], isHidden: false, contract: action, deployed: action },
    { type: 'ton_transfer', ancestorTypes: [], isHidden: true, contract: action, deployed: action },
    { type: 'nft_purchase', ancestorTypes: [], isHidden: false, contract: action, deployed: action },
  ];
  const parts = [{ workchain: 0, content: Buffer.from(content).toString('base64') }];
  return { seqno: 40, isIncomplete: false, isLarge: false, rootHash, parts, actions };
}

beforeAll(async () => {
  executor = createFakeExecutor();
  gateway = await startTestGateway(store, { executor, config: { getMethodTimeoutMs: 1_000 } });
  trace = await emulatedTransfer();
}, 60_000);
beforeEach(() => {
  executor.trace = trace;
  executor.traces.length = 0;
});
afterAll(() => gateway.stop());

const post = (base: string, body: unknown, headers: Readonly<Record<string, string>> = {}, at = gateway) =>
  at.request(`${base}${PATH}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe.each([
  ['/api', 'contract', 2],
  ['/toncenter/api', 'deployed', 1],
] as const)('emulateTrace of %s', (base, dialect, actionCount) => {
  it('answers the tree and the transactions, which say that no block has them', async () => {
    const { actions: _actions, ...without } = trace;
    executor.trace = without;
    const { status, json, headers } = await post(base, { boc });
    expect([status, answerSchemaOf(PATH, dialect).safeParse(json).error]).toEqual([200, undefined]);
    const { rootHash } = trace;
    expect(json).toMatchObject({
      mc_block_seqno: 40,
      trace: { tx_hash: rootHash, children: [] },
      rand_seed: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      is_incomplete: false,
    });
    for (const absent of ['actions', 'code_cells', 'data_cells', 'address_book', 'metadata'])
      expect(json).not.toHaveProperty(absent);
    const [transaction] = Object.values(json['transactions'] as unknown as Record<string, object>);
    expect(transaction).toMatchObject({
      hash: rootHash,
      emulated: true,
      finality: 'pending',
      mc_block_seqno: 0,
      account_state_before: { account_status: 'active', extra_currencies: {} },
      account_state_after: { account_status: 'active' },
    });
    expect(transaction).not.toHaveProperty('trace_id');
    expect(headers.get('x-run-seqno')).toBe('40');
    expect(headers.get('cache-control')).toBe('no-store');
    const switches = { ignoresSignatures: false, withActions: false, withCells: false };
    expect(executor.traces).toEqual([{ messageBoc: boc, ...switches }]);
  });

  it('answers what else was asked for, of the types that X-Actions-Version names', async () => {
    executor.trace = { ...trace, codes: { [trace.rootHash]: boc }, data: {} };
    const wanted = { with_actions: true, include_code_data: true, include_address_book: true, include_metadata: true };
    const body = { boc, ignore_chksig: true, mc_block_seqno: 40, ...wanted };
    const { status, json } = await post(base, body, { 'x-actions-version': 'v1' });
    expect([status, answerSchemaOf(PATH, dialect).safeParse(json).error]).toEqual([200, undefined]);
    const actions = json['actions'] as unknown as readonly object[];
    expect(actions).toHaveLength(actionCount);
    expect(actions[0]).toMatchObject({ trace_id: null, finality: 'pending' });
    expect(actions[0]).not.toHaveProperty('accounts');
    expect(json).toMatchObject({ code_cells: { [trace.rootHash]: boc }, data_cells: {}, metadata: {} });
    expect(Object.keys(json['address_book'] as unknown as object)).toContain(`0:${'AB'.repeat(32)}`);
    const switches = { ignoresSignatures: true, withActions: true, withCells: true };
    expect(executor.traces).toEqual([{ messageBoc: boc, ...switches, seqno: 40 }]);
    const latest = await post(base, { boc, with_actions: true });
    expect(latest.json['actions']).toHaveLength(actionCount + 1);
  });

  it.each([
    ['{', 'request body is not valid JSON'],
    [[], 'a JSON object is expected'],
    [{}, 'boc is required'],
    [{ boc: '' }, 'boc is required'],
    [{ boc: 'a_==' }, 'boc is not standard base64'],
    [{ boc: 'A'.repeat(87_384) }, 'boc has more than 65535 bytes'],
    [{ boc, with_actions: 1 }, 'with_actions is not a boolean'],
    [{ boc, mc_block_seqno: 1.5 }, 'mc_block_seqno is not a seqno'],
  ])('refuses %j', async (body, why) => {
    const { status, json } = await post(base, body);
    const code = dialect === 'contract' ? { code: 400 } : {};
    expect([status, json]).toEqual([400, { ...code, error: expect.stringMatching(`^invalid request: .*${why}`) }]);
    expect(executor.traces).toEqual([]);
  });

  it.each([
    ['bad_message', 400, 'invalid request: about bad_message'],
    ['message_not_accepted', 500, 'about message_not_accepted'],
    ['account_unknown', 500, 'about account_unknown'],
    ['block_not_indexed', 500, 'about block_not_indexed'],
    ['timed_out', 500, 'about timed_out'],
    ['overloaded', 503, 'about overloaded'],
  ] as const)('answers %s with its text', async (code, status, error) => {
    executor.trace = new GetMethodError(code, `about ${code}`);
    const answer = await post(base, { boc });
    expect([answer.status, answer.json['error']]).toEqual([status, error]);
  });

  it('is answered with 501 where no executor is configured', async () => {
    const bare = await startTestGateway(store);
    const { status, json } = await post(base, { boc }, {}, bare);
    const error = 'traces cannot be emulated: no get-method executor is configured';
    expect([status, json['error']]).toEqual([501, error]);
    await bare.stop();
  });
});
