import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Bag, serializeTree } from '@tonriver/boc';
import { eachShardAccount, loadAccount, loadShardAccounts, loadShardState } from '@tonriver/chain-model';
import { describeRecorded, eventually, freePort, temporaryDirectory } from '@tonriver/testing';
import { createTvmPool, methodIdOf, type TvmPool } from '@tonriver/tvm';
import { NodeProcess } from '../distributed/node-process.ts';

const ZERO_STATES = ['blocks/states/mainnet_mc_zerostate.boc', 'blocks/states/mainnet_0_zerostate.boc'];

// The first blocks of mainnet with both zero states: every account is known at every round, and get-methods run at any.

const FOLDER = 'mainnet-2019-11-genesis';
const METHODS = ['seqno', 'get_public_key', 'active_election_id', 'past_elections', 'no_such_method'];
const INDEXED_TIMEOUT_MS = 240_000;

interface Answer {
  readonly exit_code: number;
  readonly gas_used: number;
  readonly stack: readonly { readonly type: string; readonly value: unknown }[];
  readonly block: { readonly seqno: number; readonly root_hash: string };
  readonly last_transaction_id: { readonly lt: string };
}

interface ZeroAccount {
  readonly hash: Uint8Array;
  readonly text: string;
  readonly balance: bigint;
  readonly codeBoc: Uint8Array;
  readonly dataBoc: Uint8Array;
}

describeRecorded('get-methods at blocks of the past', ['blocks/mainnet-2019-11-genesis', ...ZERO_STATES], (data) => {
  const folder = temporaryDirectory();
  const rounds = readdirSync(data.path('blocks', FOLDER)).filter((name) => name.includes('_mc_')).length;
  const zeroState = readFileSync(data.path('blocks', 'states', 'mainnet_mc_zerostate.boc'));
  let standalone: NodeProcess;
  let pool: TvmPool;
  let [api, clickHouse] = ['', ''];

  beforeAll(async () => {
    const [port, clickHousePort] = [await freePort(), await freePort()];
    [api, clickHouse] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${clickHousePort}`];
    const states = ['mainnet_mc_zerostate.boc', 'mainnet_0_zerostate.boc'].map((name) =>
      data.path('blocks', 'states', name),
    );
    standalone = new NodeProcess({
      name: 'standalone',
      file: 'services/standalone/src/main.ts',
      words: [
        '--source=archive',
        '--network=mainnet',
        `--path=${data.path('blocks', FOLDER)}`,
        ...states.map((state) => `--initial-state=${state}`),
        `--data-dir=${folder.path}`,
        `--port=${port}`,
        `--clickhouse-port=${clickHousePort}`,
      ],
      readyUrl: `${api}/live`,
    });
    await standalone.start();
    pool = await createTvmPool({ workerCount: 1, queueLengthMax: 100, wallTimeMs: 10_000, memoryMbMax: 512 });
    const resolved = async (): Promise<boolean> => {
      const [row] = await query<{ readonly last: number }>(
        'SELECT max(last_seqno) AS last FROM ton_mainnet.state_progress',
      );
      const [watermark] = await query<{ readonly last: number }>(
        'SELECT max(last_seqno) AS last FROM ton_mainnet.watermarks',
      );
      return row?.last === rounds && watermark?.last === rounds;
    };
    await eventually(resolved, { timeoutMs: INDEXED_TIMEOUT_MS, intervalMs: 500 });
  }, INDEXED_TIMEOUT_MS + 60_000);
  afterAll(async () => {
    await pool?.close();
    await standalone?.stop();
    folder.remove();
  });

  const query = async <Row>(sql: string): Promise<Row[]> => {
    const parameters = new URLSearchParams({ query: `${sql} FORMAT JSONEachRow` });
    const response = await fetch(`${clickHouse}/?${parameters.toString()}`);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  };
  const run = async (address: string, method: string, seqno?: number): Promise<{ status: number; answer: Answer }> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ address, method, ...(seqno === undefined ? {} : { seqno }) });
    const response = await fetch(`${api}/api/v3/runGetMethod`, { method: 'POST', headers, body });
    return { status: response.status, answer: (await response.json()) as Answer };
  };

  /** Accounts with code of the zero state, read from the file and not from the index. */
  const zeroAccounts = (): { readonly accounts: readonly ZeroAccount[]; readonly configBoc: Uint8Array } => {
    const bag = Bag.parse(zeroState);
    const state = loadShardState(bag, bag.root);
    const { root } = loadShardAccounts(bag, state.accounts);
    const config = state.custom?.config.config;
    const accounts: ZeroAccount[] = [];
    for (const { hash, account: cell } of eachShardAccount(bag, root)) {
      const { storage } = loadAccount(bag, cell) ?? {};
      const { code, data: dataCell } = storage?.state.stateInit ?? {};
      if (storage === undefined || typeof code !== 'number' || typeof dataCell !== 'number') continue;
      accounts.push({
        hash,
        text: `-1:${Buffer.from(hash).toString('hex').toUpperCase()}`,
        balance: storage.balance.grams,
        codeBoc: serializeTree(bag, code),
        dataBoc: serializeTree(bag, dataCell),
      });
    }
    return { accounts, configBoc: serializeTree(bag, config ?? -1) };
  };

  it('run with the state of then: before its first transaction an account is what the zero state says', async () => {
    const { accounts, configBoc } = zeroAccounts();
    const firsts = await query<{ readonly account: string; readonly first: number }>(
      'SELECT hex(account) AS account, min(mc_block_seqno) AS first FROM ton_mainnet.transactions WHERE workchain = -1 GROUP BY account',
    );
    const firstOf = new Map(firsts.map(({ account, first }) => [`-1:${account}`, first]));
    let compared = 0;
    for (const account of accounts) {
      const seqno = (firstOf.get(account.text) ?? rounds + 1) - 1;
      if (seqno < 1) continue;
      const [block] = await query<{ readonly time: number }>(
        `SELECT gen_utime AS time FROM ton_mainnet.blocks WHERE workchain = -1 AND seqno = ${seqno}`,
      );
      const environment = { key: `${seqno}`, configBoc, previousBlocksBoc: null, unixTime: block?.time ?? 0 };
      for (const method of METHODS) {
        const { status, answer } = await run(account.text, method, seqno);
        const expected = await pool.runGetMethod({
          environment,
          address: { workchain: -1, hash: account.hash },
          balance: account.balance,
          extraCurrencies: [],
          codeBoc: account.codeBoc,
          dataBoc: account.dataBoc,
          librariesBoc: null,
          methodId: methodIdOf(method),
          stack: [],
          randomSeed: new Uint8Array(32),
          gasLimit: 1_000_000n,
        });
        const { exit_code, gas_used, stack } = answer;
        expect([status, exit_code, gas_used, stack.length]).toEqual([
          200,
          expected.exitCode,
          Number(expected.gasUsed),
          expected.stack.length,
        ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(10);
  }, 120_000);

  it("follow every change: at each round the last transaction is the account's newest one then", async () => {
    const changes = await query<{ readonly account: string; readonly round: number; readonly lt: string }>(
      `SELECT concat(toString(workchain), ':', hex(account)) AS account, mc_block_seqno AS round,
          toString(max(lt)) AS lt
        FROM ton_mainnet.transactions GROUP BY workchain, account, mc_block_seqno ORDER BY round`,
    );
    const step = Math.max(1, Math.floor(changes.length / 150));
    for (const { account, round, lt } of changes.filter((_, index) => index % step === 0)) {
      const { status, answer } = await run(account, 'seqno', round);
      expect([account, round, status, answer.last_transaction_id?.lt, answer.block?.seqno]).toEqual([
        account,
        round,
        200,
        lt,
        round,
      ]);
    }
  }, 120_000);

  it('run at the newest round by default, refuse the future, and know what does not exist', async () => {
    const elector = `-1:${'33'.repeat(32)}`;
    expect((await run(elector, 'active_election_id')).answer.block.seqno).toBe(rounds);
    expect((await run(elector, 'active_election_id', rounds + 1)).status).toBe(404);
    const nobody = await run(`0:${'77'.repeat(32)}`, 'seqno');
    expect([nobody.status, nobody.answer.exit_code]).toEqual([200, -13]);
  });
});
