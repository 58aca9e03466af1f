import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginCell, Cell, external, internal, SendMode, storeMessage } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { Address, TonClient, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';

const folder = temporaryDirectory();
let standalone: StandaloneProcess;
let client: TonClient;
/** Methods of jsonRPC that the client called. */
const called = new Set<string>();

beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path);
  client = new TonClient({
    endpoint: `${standalone.url}/toncenter/api/v2/jsonRPC`,
    timeout: 60_000,
    httpAdapter: async (config) => {
      const { method } = JSON.parse(String(config.data)) as { readonly method: string };
      called.add(method);
      const response = await fetch(String(config.url), {
        method: 'POST',
        body: String(config.data),
        headers: { 'content-type': 'application/json' },
      });
      return { data: await response.json(), status: response.status, statusText: '', headers: {}, config };
    },
  });
}, 300_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const WAIT = { timeoutMs: 120_000, intervalMs: 200 };
const ONE_TON = 1_000_000_000n;
const keys = keyPairFromSeed(Buffer.alloc(32, 7));
const wallets = [
  ['v4', WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey })],
  ['v5', WalletContractV5R1.create({ workchain: 0, publicKey: keys.publicKey })],
] as const;

async function fill(address: Address): Promise<void> {
  const { status } = await standalone.post('/devnet/faucet', { address: address.toString(), amount: 10 });
  expect(status).toBe(200);
  await eventually(async () => (await client.getBalance(address)) > 0n, WAIT);
}

/**
 * Waits until contracts run after the newest round of now: they run after one whose code and data are stored, and lists
 * may be ahead of it.
 */
async function untilContractsCatchUp(address: Address): Promise<void> {
  const { latestSeqno } = await client.getMasterchainInfo();
  const isThere = async (): Promise<boolean> => {
    const response = await fetch(`${standalone.url}/toncenter/api/v3/runGetMethod`, {
      method: 'POST',
      body: JSON.stringify({ address: address.toString(), method: 'seqno', stack: [] }),
      headers: { 'content-type': 'application/json' },
    });
    return Number(response.headers.get('X-Run-Seqno')) >= latestSeqno;
  };
  await eventually(isThere, WAIT);
}

describe('TonClient of @ton/ton, unchanged, at the drop-in base address', () => {
  it.each(wallets)(
    'deploys a wallet %s by its first transfer, and transfers again',
    async (name, contract) => {
      await fill(contract.address);
      const before = await client.getContractState(contract.address);
      expect([before.state, before.code, before.data]).toEqual(['uninitialized', null, null]);
      const wallet = client.open(contract as WalletContractV4);
      const to = new Address(0, Buffer.alloc(32, name === 'v4' ? 4 : 5));
      for (const seqno of [0, 1]) {
        expect(await wallet.getSeqno()).toBe(seqno);
        const messages = [internal({ to, value: ONE_TON, bounce: false, body: 'hello' })];
        const sendMode = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;
        await wallet.sendTransfer({ seqno, secretKey: keys.secretKey, messages, sendMode });
        await eventually(async () => (await wallet.getSeqno()) === seqno + 1, WAIT);
        await eventually(async () => (await client.getBalance(to)) > BigInt(seqno) * ONE_TON, WAIT);
      }
      const after = await client.getContractState(contract.address);
      expect(after.state).toBe('active');
      const [code] = Cell.fromBoc(after.code ?? Buffer.alloc(0));
      expect(code?.hash().equals(contract.init.code.hash())).toBe(true);
      expect(Cell.fromBoc(after.data ?? Buffer.alloc(0))).toHaveLength(1);
      expect(await client.isContractDeployed(contract.address)).toBe(true);
    },
    400_000,
  );

  it('reads the faucet, whose extra currencies have not changed since the zero state', async () => {
    const get = async (path: string) => {
      const response = await fetch(`${standalone.url}${path}`);
      return [response.status, (await response.json()) as Readonly<Record<string, unknown>>] as const;
    };
    const [, { transactions }] = await get(
      `/api/v3/transactions?account=${wallets[0][1].address.toRawString()}&sort=asc&limit=1`,
    );
    const [first] = transactions as readonly { readonly in_msg: { readonly source: string } }[];
    const faucet = first!.in_msg.source;
    const [status, { result }] = await get(`/toncenter/api/v2/getExtendedAddressInformation?address=${faucet}`);
    expect(status).toBe(200);
    expect((result as { readonly extra_currencies: readonly unknown[] }).extra_currencies.length).toBeGreaterThan(0);
    const { exit_code: exitCode } = await client.runMethodWithError(Address.parseRaw(faucet), 'no_such_method');
    expect(exitCode).toBe(11);
  }, 120_000);

  it('reads the newest masterchain block and its shards', async () => {
    const { latestSeqno, initSeqno } = await client.getMasterchainInfo();
    expect(initSeqno).toBe(0);
    const shards = await client.getWorkchainShards(latestSeqno);
    expect(shards.map(({ workchain }) => workchain)).toEqual(shards.map(() => 0));
    expect(shards.length).toBeGreaterThan(0);
  });

  it('reads the history of a wallet, and finds each transaction by its message', async () => {
    const [[, contract]] = wallets;
    const { address } = contract;
    const history = await client.getTransactions(address, { limit: 10 });
    expect(history.length).toBeGreaterThanOrEqual(3);
    const [newest, second] = history;
    const id = { lt: String(newest!.lt), hash: newest!.hash().toString('base64') };
    const rest = await client.getTransactions(address, { limit: 2, ...id });
    expect(rest.map(({ lt }) => lt)).toEqual(history.slice(1, 3).map(({ lt }) => lt));
    const whole = await client.getTransactions(address, { limit: 1, ...id, inclusive: true });
    expect(whole.map(({ lt }) => lt)).toEqual([newest!.lt]);
    const newer = await client.getTransactions(address, { limit: 10, to_lt: String(second!.lt), archival: true });
    expect(newer.map(({ lt }) => lt)).toEqual([newest!.lt]);
    expect((await client.getTransaction(address, id.lt, id.hash))?.hash().equals(newest!.hash())).toBe(true);
    const [sent] = newest!.outMessages.values();
    if (sent?.info.type !== 'internal') throw new TypeError('the wallet sent no message');
    const { dest, createdLt } = sent.info;
    const source = await client.tryLocateSourceTx(address, dest, String(createdLt));
    expect(source.hash().equals(newest!.hash())).toBe(true);
    const result = await client.tryLocateResultTx(address, dest, String(createdLt));
    expect(result.inMessage?.body.equals(sent.body)).toBe(true);
    await expect(client.tryLocateResultTx(address, dest, '1')).rejects.toThrow();
  }, 120_000);

  it('reads the transactions of blocks', async () => {
    const { latestSeqno, shard, workchain } = await client.getMasterchainInfo();
    const ofMasterchain = await client.getShardTransactions(workchain, latestSeqno, shard);
    expect(ofMasterchain.map(({ account }) => account.workChain)).toEqual(ofMasterchain.map(() => -1));
  });

  it('runs get-methods in all its ways, through a provider too', async () => {
    const [[, { address }]] = wallets;
    expect((await client.runMethod(address, 'seqno')).stack.readNumber()).toBe(2);
    expect((await client.callGetMethod(address, 'seqno')).stack.readNumber()).toBe(2);
    expect((await client.runMethodWithError(address, 'nothing')).exit_code).toBe(11);
    expect((await client.callGetMethodWithError(address, 'seqno')).stack.readNumber()).toBe(2);
    const provider = client.provider(address);
    expect((await provider.get('seqno', [])).stack.readNumber()).toBe(2);
    expect((await provider.getState()).state.type).toBe('active');
    const [newest] = await client.getTransactions(address, { limit: 1 });
    const again = await provider.getTransactions(address, newest!.lt, newest!.hash(), 1);
    expect(again.map(({ lt }) => lt)).toEqual([newest!.lt]);
  });

  it('sends messages in all its ways: each reaches the wallet, which refuses what is not signed', async () => {
    const [[, contract]] = wallets;
    const body = beginCell().storeUint(0, 512).storeUint(0, 96).endCell();
    const message = external({ to: contract.address, body });
    await expect(client.sendMessage(message)).rejects.toThrow();
    const boc = beginCell().store(storeMessage(message)).endCell().toBoc();
    await expect(client.sendFile(boc)).rejects.toThrow();
    await expect(client.sendExternalMessage(contract, body)).rejects.toThrow();
  });

  it.each(['a wallet that is deployed', 'a wallet that the message deploys'])(
    'reads the fees of a message to %s, which its transaction then pays',
    async (which) => {
      const isDeployed = which === 'a wallet that is deployed';
      const owner = isDeployed ? keys : keyPairFromSeed(Buffer.alloc(32, 8));
      const wallet = WalletContractV4.create({ workchain: 0, publicKey: owner.publicKey });
      const { address, init } = wallet;
      if (!isDeployed) await fill(address);
      await untilContractsCatchUp(address);
      const seqno = isDeployed ? 2 : 0;
      const messages = [internal({ to: new Address(0, Buffer.alloc(32, 6)), value: ONE_TON, bounce: false })];
      const sendMode = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;
      const body = wallet.createTransfer({ seqno, secretKey: owner.secretKey, messages, sendMode });
      const { source_fees: fees } = await client.estimateExternalMessageFee(address, {
        body,
        initCode: isDeployed ? null : init.code,
        initData: isDeployed ? null : init.data,
        ignoreSignature: false,
      });
      const newest = async () => (await client.getTransactions(address, { limit: 1 }))[0]!;
      const before = await newest();
      await client.sendMessage(external({ to: address, body, ...(isDeployed ? {} : { init }) }));
      await eventually(async () => (await client.open(wallet).getSeqno()) === seqno + 1, WAIT);
      // Get-methods may see a round a moment before lists of transactions do.
      await eventually(async () => (await newest()).lt !== before.lt, WAIT);
      const paid = await newest();
      const { description, totalFees } = paid;
      if (description.type !== 'generic' || description.computePhase.type !== 'vm') throw new TypeError('no run');
      const storage = description.storagePhase?.storageFeesCollected ?? 0n;
      const { gasFees } = description.computePhase;
      const { totalActionFees, totalFwdFees } = description.actionPhase ?? {};
      expect(fees).toMatchObject({
        in_fwd_fee: Number(totalFees.coins - storage - gasFees - (totalActionFees ?? 0n)),
        gas_fee: Number(gasFees),
        fwd_fee: Number(totalFwdFees),
      });
      // Until the block of the transaction the account stored its cells for some seconds more.
      expect(Number(storage) - fees.storage_fee).toBeGreaterThanOrEqual(0);
      expect(Number(storage) - fees.storage_fee).toBeLessThan(1_000);
    },
    400_000,
  );

  it('reads fees without gas for a message that the wallet does not accept', async () => {
    const [[, { address }]] = wallets;
    const parts = { body: beginCell().endCell(), initCode: null, initData: null, ignoreSignature: true };
    const { source_fees: fees } = await client.estimateExternalMessageFee(address, parts);
    expect(fees).toMatchObject({ gas_fee: 0, fwd_fee: 0 });
    expect(fees.in_fwd_fee).toBeGreaterThan(0);
  });

  it('gets an error when a contract does not accept a message', async () => {
    const [[, contract]] = wallets;
    const messages = [internal({ to: contract.address, value: 1n })];
    const wallet = client.open(contract);
    const transfer = { seqno: 99, secretKey: keys.secretKey, messages, sendMode: SendMode.NONE };
    await expect(wallet.sendTransfer(transfer)).rejects.toThrow();
  });

  it('made these calls', () => {
    expect([...called].toSorted()).toEqual([
      'estimateFee',
      'getAddressInformation',
      'getBlockTransactions',
      'getMasterchainInfo',
      'getTransactions',
      'runGetMethod',
      'sendBoc',
      'shards',
      'tryLocateResultTx',
      'tryLocateSourceTx',
    ]);
  });
});
