import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { beginCell, type Cell, external, internal, SendMode, storeMessage } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { Address, WalletContractV4 } from '@ton/ton';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';

const folder = temporaryDirectory();
let standalone: StandaloneProcess;

beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path);
}, 300_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const JSON_BODY = { 'content-type': 'application/json' };
const WAIT = { timeoutMs: 120_000, intervalMs: 200 };
const keys = keyPairFromSeed(Buffer.alloc(32, 21));
const wallet = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
const bases = ['/api', '/toncenter/api'] as const;

interface Transaction {
  readonly hash: string;
  readonly lt: string;
  readonly account: string;
  readonly end_status: string;
  readonly emulated: boolean;
  readonly finality: string;
  readonly in_msg: { readonly value: string | null };
  readonly description: { readonly compute_ph: { readonly gas_used?: string; readonly exit_code?: number } };
  readonly out_msgs: readonly { readonly value: string; readonly message_content: { readonly hash: string } }[];
  readonly account_state_after: { readonly account_status: string; readonly code_hash: string | null };
}

interface Action {
  readonly type: string;
  readonly details: object;
  readonly success: boolean;
  readonly trace_id: string | null;
  readonly finality: string;
}

type Emulated = Readonly<Record<string, unknown>> & {
  readonly transactions: Readonly<Record<string, Transaction>>;
  readonly actions: readonly Action[];
};

const ordered = (transactions: Readonly<Record<string, Transaction>>): readonly Transaction[] =>
  Object.values(transactions).toSorted((left, right) => Number(BigInt(left.lt) - BigInt(right.lt)));

/** What a transaction and its prediction have in common: neither time nor logical time is in it. */
const essence = (transaction: Transaction): object => ({
  account: transaction.account,
  endStatus: transaction.end_status,
  value: transaction.in_msg.value,
  gasUsed: transaction.description.compute_ph.gas_used,
  exitCode: transaction.description.compute_ph.exit_code,
  sent: transaction.out_msgs.map(({ value, message_content: { hash } }) => [value, hash]),
  status: transaction.account_state_after.account_status,
});

const bocOf = (body: Cell, isFirst: boolean): string => {
  const message = external({ to: wallet.address, body, ...(isFirst ? { init: wallet.init } : {}) });
  return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64');
};

it('a message that is emulated does what it does when it is sent', async () => {
  await standalone.post('/devnet/faucet', { address: wallet.address.toString(), amount: 10 });
  const balance = async () =>
    (await standalone.get(`/api/v3/addressInformation?address=${wallet.address.toString()}`)).json;
  await eventually(async () => Number(((await balance()) as { balance?: string }).balance ?? 0) > 0, WAIT);
  for (const seqno of [0, 1]) {
    const to = new Address(0, Buffer.alloc(32, 31));
    const messages = [internal({ to, value: 1_000_000_000n, bounce: seqno === 1, body: 'hello' })];
    const sendMode = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;
    const body = wallet.createTransfer({ seqno, secretKey: keys.secretKey, messages, sendMode });
    const boc = bocOf(body, seqno === 0);
    const asked = { boc, with_actions: true, include_code_data: true, include_address_book: true };
    for (const base of bases) {
      const { status, json } = await standalone.post(`${base}/emulate/v1/emulateTrace`, asked, JSON_BODY);
      expect([status, json['error'], json['is_incomplete']]).toEqual([200, undefined, false]);
    }
    const { json } = await standalone.post('/api/emulate/v1/emulateTrace', asked, JSON_BODY);
    const emulated = json as unknown as Emulated;
    const predicted = ordered(emulated.transactions);
    expect(predicted.map(({ emulated: isEmulated, finality }) => [isEmulated, finality])).toEqual(
      predicted.map(() => [true, 'pending']),
    );
    expect(Object.keys(emulated['address_book'] as object).length).toBeGreaterThan(1);

    const sent = await standalone.post('/api/v3/message', { boc }, JSON_BODY);
    expect(sent.status).toBe(200);
    const path = `/api/v3/traces?include_actions=true&msg_hash=${encodeURIComponent(String(sent.json['message_hash']))}`;
    const traces = async () => (await standalone.get(path)).json as { traces?: readonly Emulated[] };
    await eventually(async () => ((await traces()).traces ?? []).length > 0, WAIT);
    const [mined] = (await traces()).traces!;
    expect(predicted.map(essence)).toEqual(ordered(mined!.transactions).map(essence));
    const told = ({ type, details, success }: Action) => ({ type, details, success });
    expect(emulated.actions.map(told)).toEqual(mined!.actions.map(told));
    expect(emulated.actions.map(({ trace_id, finality }) => [trace_id, finality])).toEqual(
      emulated.actions.map(() => [null, 'pending']),
    );
    const codes = Object.keys(emulated['code_cells'] as object);
    for (const { account_state_after: after } of predicted)
      if (after.code_hash !== null) expect(codes).toContain(after.code_hash);
  }
  // Nothing of it was stored, and the same message is not accepted again.
  const again = wallet.createTransfer({ seqno: 0, secretKey: keys.secretKey, messages: [], sendMode: SendMode.NONE });
  const asked = { boc: bocOf(again, false) };
  const refused = await standalone.post('/toncenter/api/emulate/v1/emulateTrace', asked, JSON_BODY);
  expect([refused.status, Object.keys(refused.json)]).toEqual([500, ['error']]);
  expect(refused.json['error']).toContain('External message was not accepted');
}, 600_000);
