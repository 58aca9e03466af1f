import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internal, SendMode } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { Address, TonClient, WalletContractV4 } from '@ton/ton';
import { describePart, eventually, fetchedFolder, runProgram, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';

const WAIT = { timeoutMs: 120_000, intervalMs: 100 };
const keys = keyPairFromSeed(Buffer.alloc(32, 7));
const contract = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
const to = new Address(0, Buffer.alloc(32, 4));
const source = join(import.meta.dirname, '..', 'devnet', 'clients', 'python');

/** Raw, with upper-case digits, as answers have it. */
const rawOf = (address: Address): string => `${address.workChain}:${address.hash.toString('hex').toUpperCase()}`;

interface PendingAction {
  readonly trace_external_hash: string;
  readonly details: Readonly<Record<string, unknown>>;
}

describePart('clients', 'clients of other makers, unchanged, while a transfer is pending', () => {
  const folder = temporaryDirectory();
  let standalone: StandaloneProcess;
  let sent: PendingAction;

  const pendingOf = async (address: Address): Promise<readonly PendingAction[]> => {
    const { json } = await standalone.get(`/toncenter/api/v3/pendingActions?account=${address.toRawString()}`);
    return (json as { readonly actions?: readonly PendingAction[] }).actions ?? [];
  };
  beforeAll(async () => {
    standalone = await startStandaloneProcess(folder.path, ['--no-idle']);
    const client = new TonClient({ endpoint: `${standalone.url}/toncenter/api/v2/jsonRPC`, timeout: 60_000 });
    const { status } = await standalone.post('/devnet/faucet', { address: contract.address.toString(), amount: 10 });
    expect(status).toBe(200);
    await eventually(async () => (await client.getBalance(contract.address)) > 0n, WAIT);
    // Nothing else of this account is pending, and no block takes the message.
    await eventually(async () => (await pendingOf(contract.address)).length === 0, WAIT);
    await standalone.post('/devnet/pause', {});
    const messages = [internal({ to, value: 1_000_000_000n, bounce: false, body: 'hello' })];
    const sendMode = SendMode.PAY_GAS_SEPARATELY;
    await client.open(contract).sendTransfer({ seqno: 0, secretKey: keys.secretKey, messages, sendMode });
    await eventually(async () => (await pendingOf(contract.address)).length > 0, WAIT);
    sent = (await pendingOf(contract.address))[0]!;
  }, 400_000);
  afterAll(async () => {
    await standalone?.process.stop();
    folder.remove();
  }, 60_000);

  it('a transfer that @ton/ton sends is shown with its comment, also at its destination', () => {
    expect(sent).toMatchObject({
      type: 'ton_transfer',
      trace_id: null,
      finality: 'pending',
      details: { source: rawOf(contract.address), destination: rawOf(to), value: '1000000000', comment: 'hello' },
    });
    return expect(pendingOf(to)).resolves.toEqual([sent]);
  });

  it('toncenter of PyPI reads pending actions, traces and transactions', async () => {
    const installed = await fetchedFolder('client-toncenter', source, async (target) => {
      const words = ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt', '--target', join(target, 'packages')];
      await runProgram('python3', words, source);
    });
    const words = [`PYTHONPATH=${join(installed, 'packages')}`, 'python3', join(source, 'read_pending.py')];
    const asked = [contract.address.toString(), sent.trace_external_hash, rawOf(to)];
    const said = await runProgram('env', [...words, `${standalone.url}/toncenter`, ...asked], installed);
    const told = JSON.parse(said) as Readonly<Record<string, unknown>>;
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((name) => [name, true])));
    expect(Object.keys(told)).toEqual(
      expect.arrayContaining(['get_pending_actions by hash', 'get_pending_traces', 'get_pending_transactions']),
    );
  }, 600_000);

  it('the transfer becomes a finished one when blocks go on', async () => {
    await standalone.post('/devnet/resume', {});
    const query = `account=${to.toRawString()}&action_type=ton_transfer`;
    const isStored = async (): Promise<boolean> => {
      const { json } = await standalone.get(`/toncenter/api/v3/actions?${query}`);
      const { actions = [] } = json as { readonly actions?: readonly PendingAction[] };
      return actions.some(({ trace_external_hash: hash }) => hash === sent.trace_external_hash);
    };
    await eventually(isStored, WAIT);
    await eventually(async () => (await pendingOf(to)).length === 0, WAIT);
    expect(await isStored()).toBe(true);
  }, 200_000);
});
