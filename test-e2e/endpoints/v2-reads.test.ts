import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Address, Cell, Dictionary, loadTransaction, type Message, type Transaction } from '@ton/core';
import { type ServedChain, serveChain } from './drawn-messages.ts';

type Members = Readonly<Record<string, unknown>>;

interface BlockId {
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
}

interface Block extends BlockId {
  readonly root_hash: string;
  readonly file_hash: string | null;
  readonly start_lt: string;
  readonly end_lt: string;
  readonly gen_utime: string;
  readonly prev_blocks: readonly BlockId[];
  readonly tx_count: number | null;
}

interface TransactionV3 {
  readonly account: string;
  readonly hash: string;
  readonly lt: string;
  readonly in_msg: MessageV3 | null;
  readonly out_msgs: readonly MessageV3[];
}

interface MessageV3 {
  readonly hash: string;
  readonly source: string | null;
  readonly destination: string | null;
  readonly created_lt: string | null;
}

interface MessageV2 extends Members {
  readonly msg_data: Members;
}

interface TransactionV2 extends Members {
  readonly account: string;
  readonly data: string;
  readonly transaction_id: { readonly lt: string; readonly hash: string };
  readonly in_msg?: MessageV2;
  readonly out_msgs: readonly MessageV2[];
}

const V2 = '/toncenter/api/v2';
let chain: ServedChain;
let blocks: readonly Block[];

beforeAll(async () => {
  chain = await serveChain('v2_reads', 24);
  blocks = (await chain.ask('/api/v3/blocks?limit=1000')).json['blocks'] as readonly Block[];
}, 300_000);

afterAll(async () => {
  await chain?.close();
});

/** Asks by GET, by POST and by jsonRPC, which must answer the same, and returns the result. */
async function result<Result>(method: string, parameters: Members): Promise<Result> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  const answer = await chain.ask(`${V2}/${method}?${query.toString()}`);
  expect([answer.status, answer.json['error']]).toEqual([200, undefined]);
  const params = Object.fromEntries(given);
  const posted = await chain.ask(`${V2}/${method}`, params);
  const called = await chain.ask(`${V2}/jsonRPC`, { method, params });
  expect(posted.json['result']).toEqual(answer.json['result']);
  expect(called.json['result']).toEqual(answer.json['result']);
  return answer.json['result'] as Result;
}

async function failure(method: string, parameters: Members): Promise<readonly [number, unknown]> {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, json } = await chain.ask(`${V2}/${method}?${query.toString()}`);
  return [status, json['error']];
}

const keyOf = ({ workchain, shard, seqno }: BlockId) => ({ workchain, shard, seqno });
const friendly = (address: string): string => Address.parseRaw(address).toString();
const isIn = (shard: string, place: string): boolean => {
  const [prefix, number] = [BigInt.asUintN(64, BigInt(shard)), BigInt.asUintN(64, BigInt(place))];
  const mask = ~(((prefix & -prefix) << 1n) - 1n);
  return (prefix & mask) === (number & mask & (2n ** 64n - 1n));
};

describe('a block', () => {
  it('has the header that v3 tells, with its predecessors', async () => {
    expect(blocks.some(({ prev_blocks: before }) => before.length === 2)).toBe(true);
    for (const block of blocks) {
      const header = await result<Members>('getBlockHeader', keyOf(block));
      const { prev_blocks: before, ...members } = header as Members & { readonly prev_blocks: readonly Members[] };
      expect(members).toMatchObject({
        '@type': 'blocks.header',
        id: {
          ...keyOf(block),
          '@type': 'ton.blockIdExt',
          root_hash: block.root_hash,
          file_hash: block.file_hash ?? '',
        },
        start_lt: block.start_lt,
        end_lt: block.end_lt,
        gen_utime: Number(block.gen_utime),
      });
      for (const name of ['after_merge', 'after_split', 'before_split', 'want_merge', 'want_split', 'global_id']) {
        expect([name, members[name]]).toEqual([name, (block as unknown as Members)[name]]);
      }
      expect(before).toMatchObject(block.prev_blocks.map(keyOf));
    }
  }, 300_000);

  it('is looked up by seqno, lt and time as a search through all blocks finds it', async () => {
    const marks = blocks.filter((_block, index) => index % 3 === 0);
    for (const { workchain, shard, seqno, start_lt: startLt, end_lt: endLt, gen_utime: time } of marks) {
      const around = blocks
        .filter((block) => block.workchain === workchain && isIn(block.shard, shard))
        .toSorted((left, right) => left.seqno - right.seqno);
      const sought = { workchain, shard };
      const lts = [startLt, endLt, String(BigInt(endLt) + 1n)];
      for (const lt of lts) {
        const expected = around.find((block) => BigInt(block.end_lt) >= BigInt(lt));
        if (expected === undefined) {
          expect(await failure('lookupBlock', { ...sought, lt })).toEqual([500, 'LITE_SERVER_NOTREADY: lt not in db']);
        } else expect(await result('lookupBlock', { ...sought, lt })).toMatchObject(keyOf(expected));
      }
      const made = around.find((block) => Number(block.gen_utime) >= Number(time));
      expect(await result('lookupBlock', { ...sought, unixtime: time })).toMatchObject(keyOf(made!));
      const numbered = around.find((block) => block.seqno === seqno);
      expect(await result('lookupBlock', { ...sought, seqno })).toMatchObject(keyOf(numbered!));
    }
  }, 300_000);

  it('that is not indexed is an error for which clients wait', async () => {
    const sought = { workchain: -1, shard: '-9223372036854775808', seqno: 1_000 };
    for (const method of ['getBlockHeader', 'lookupBlock', 'getBlockTransactions', 'getBlockTransactionsExt']) {
      expect(await failure(method, sought)).toEqual([500, 'LITE_SERVER_NOTREADY: seqno not in db']);
    }
    const hashes = { root_hash: '00'.repeat(32), file_hash: '00'.repeat(32) };
    expect((await failure('getBlockHeader', { ...sought, seqno: 2, ...hashes }))[0]).toBe(500);
  });
});

/** All transactions of a block by v3. */
async function transactionsOf({ workchain, shard, seqno }: BlockId): Promise<readonly TransactionV3[]> {
  const { json } = await chain.ask(
    `/api/v3/transactions?workchain=${workchain}&shard=${shard}&seqno=${seqno}&limit=1000`,
  );
  return json['transactions'] as readonly TransactionV3[];
}

describe('the transactions of a block', () => {
  it('are listed by account and time, whole and in pages, and as cells', async () => {
    let compared = 0;
    for (const block of blocks.filter((_block, index) => index % 4 === 0)) {
      const expected = (await transactionsOf(block))
        .map(({ account, lt, hash }) => ({ account: account.toLowerCase(), lt, hash }))
        .toSorted((left, right) =>
          left.account === right.account
            ? Number(BigInt(left.lt) - BigInt(right.lt))
            : left.account < right.account
              ? -1
              : 1,
        );
      type Page = { readonly incomplete: boolean; readonly transactions: readonly (typeof expected)[number][] };
      const listed: Page['transactions'][number][] = [];
      for (let after: Members = {}; ; ) {
        const page = await result<Page>('getBlockTransactions', { ...keyOf(block), count: 5, ...after });
        expect(page).toMatchObject({ '@type': 'blocks.transactions', req_count: 5, id: keyOf(block) });
        listed.push(...page.transactions);
        const last = page.transactions.at(-1);
        if (!page.incomplete || last === undefined) break;
        // Any form of the account will do.
        after = { after_lt: last.lt, after_hash: listed.length % 2 === 0 ? last.account : last.account.split(':')[1] };
      }
      const short = { '@type': 'blocks.shortTxId', mode: 135 };
      expect(listed).toEqual(expected.map((one) => ({ ...short, ...one })));
      const whole = await result<{ readonly transactions: readonly TransactionV2[] }>('getBlockTransactionsExt', {
        ...keyOf(block),
        count: 10_000,
      });
      expect(whole.transactions.map(({ transaction_id: { hash } }) => hash)).toEqual(expected.map(({ hash }) => hash));
      for (const one of whole.transactions) expectCells(one, 'raw');
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(50);
  }, 300_000);
});

/** Compares the members of a transaction with what @ton/core reads in its cells. */
function expectCells(transaction: TransactionV2, form: 'ext' | 'raw'): void {
  const cell = Cell.fromBase64(transaction.data);
  const read = loadTransaction(cell.asSlice());
  const address = new Address(Number(transaction.account.split(':')[0]), toBytes(read.address)).toString();
  const fee =
    read.totalFees.coins + read.outMessages.values().reduce((sum, message) => sum + forwardFeeOf(message), 0n);
  const { description } = read;
  const storagePhase = 'storagePhase' in description ? description.storagePhase : undefined;
  const storage = storagePhase?.storageFeesCollected ?? 0n;
  expect(transaction).toMatchObject({
    '@type': form === 'ext' ? 'ext.transaction' : 'raw.transactionExt',
    address: { '@type': 'accountAddress', account_address: address },
    utime: read.now,
    transaction_id: { lt: String(read.lt), hash: cell.hash().toString('base64') },
    fee: String(fee),
    storage_fee: String(storage),
    other_fee: String(fee - storage),
  });
  expectMessages(transaction, read, form);
}

function expectMessages(transaction: TransactionV2, read: Transaction, form: 'ext' | 'raw'): void {
  expect('in_msg' in transaction).toBe(read.inMessage !== null && read.inMessage !== undefined);
  const printed = [...(transaction.in_msg === undefined ? [] : [transaction.in_msg]), ...transaction.out_msgs];
  const messages = [
    ...[read.inMessage].filter((one) => one !== null && one !== undefined),
    ...read.outMessages.values(),
  ];
  expect(printed).toHaveLength(messages.length);
  for (const [index, message] of messages.entries()) {
    const { info, body } = message;
    const shown = printed[index]!;
    const end = (address: unknown) => {
      const text = address instanceof Address ? address.toString() : '';
      return form === 'ext' ? text : { '@type': 'accountAddress', account_address: text };
    };
    expect(shown).toMatchObject({
      source: end(info.src),
      destination: end(info.dest),
      value: String(info.type === 'internal' ? info.value.coins : 0n),
      fwd_fee: String(forwardFeeOf(message)),
      ihr_fee: '0',
      created_lt: String(info.type === 'external-in' ? 0n : info.createdLt),
      body_hash: body.hash().toString('base64'),
    });
    const { msg_data: data } = shown;
    if (data['@type'] === 'msg.dataRaw') {
      expect(Cell.fromBase64(String(data['body'])).equals(body)).toBe(true);
      expect(data['init_state'] === '').toBe((message.init ?? undefined) === undefined);
    } else {
      const slice = body.beginParse();
      expect(slice.loadUint(32)).toBe(data['@type'] === 'msg.dataText' ? 0 : 0x2167da4b);
      expect(Buffer.from(String(data['text']), 'base64').toString()).toBe(slice.loadStringTail());
    }
  }
}

function toBytes(hash: bigint): Buffer {
  return Buffer.from(hash.toString(16).padStart(64, '0'), 'hex');
}

function forwardFeeOf({ info }: Message): bigint {
  return info.type === 'internal' ? info.forwardFee : 0n;
}

/** The transactions of an account by v3, newest first. */
async function historyOf(account: string): Promise<readonly TransactionV3[]> {
  const { json } = await chain.ask(`/api/v3/transactions?account=${account}&limit=1000`);
  return json['transactions'] as readonly TransactionV3[];
}

/** Accounts of the chain, each once. */
async function someAccounts(): Promise<readonly string[]> {
  const all = await Promise.all(blocks.filter((_block, index) => index % 5 === 0).map(transactionsOf));
  return [...new Set(all.flat().map(({ account }) => account))];
}

const idOf = ({ lt, hash }: { readonly lt: string; readonly hash: string }) => ({ lt, hash });

describe('the history of an account', () => {
  it('is told whole, in pages by lt and hash, and up to a time', async () => {
    let longest = 0;
    for (const account of (await someAccounts()).slice(0, 25)) {
      const expected = (await historyOf(account)).map(idOf);
      const whole = await result<readonly TransactionV2[]>('getTransactions', { address: account, limit: 1000 });
      expect(whole.map(({ transaction_id: id }) => idOf(id))).toEqual(expected);
      for (const one of whole) expectCells(one, 'ext');
      longest = Math.max(longest, expected.length);
      const middle = expected[Math.floor(expected.length / 2)]!;
      const hex = Buffer.from(middle.hash, 'base64').toString('hex');
      const from = { address: friendly(account), limit: 3, lt: middle.lt, hash: hex };
      const page = await result<readonly TransactionV2[]>('getTransactions', from);
      const at = expected.indexOf(middle);
      expect(page.map(({ transaction_id: id }) => idOf(id))).toEqual(expected.slice(at, at + 3));
      const newer = await result<readonly TransactionV2[]>('getTransactions', {
        address: account,
        limit: 1000,
        to_lt: middle.lt,
        archival: true,
      });
      expect(newer.map(({ transaction_id: id }) => idOf(id))).toEqual(expected.slice(0, at));
      const other = { address: account, lt: middle.lt, hash: '00'.repeat(32) };
      expect(await failure('getTransactions', other)).toEqual([
        500,
        'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
      ]);
    }
    expect(longest).toBeGreaterThan(3);
  }, 300_000);
});

describe('a transaction', () => {
  it('is found by the message that it sent or received', async () => {
    const histories = await Promise.all((await someAccounts()).slice(0, 20).map(historyOf));
    let compared = 0;
    for (const { hash, in_msg: message } of histories.flat()) {
      if (message === null || message.source === null || message.created_lt === null) continue;
      const { source, destination, created_lt } = message;
      const sought = { source, destination, created_lt };
      const received = await result<TransactionV2>('tryLocateResultTx', sought);
      expect(received.transaction_id.hash).toBe(hash);
      expect((await result<TransactionV2>('tryLocateTx', sought)).transaction_id.hash).toBe(hash);
      const query = new URLSearchParams({ msg_hash: message.hash, direction: 'out' });
      const { json } = await chain.ask(`/api/v3/transactionsByMessage?${query.toString()}`);
      const [sender] = json['transactions'] as readonly TransactionV3[];
      if (sender === undefined) {
        expect((await failure('tryLocateSourceTx', sought))[0]).toBe(404);
        continue;
      }
      expect((await result<TransactionV2>('tryLocateSourceTx', sought)).transaction_id.hash).toBe(sender.hash);
      const none = { ...sought, created_lt: String(BigInt(created_lt) + 1_000_000n) };
      expect(await failure('tryLocateResultTx', none)).toEqual([404, 'transaction was not found']);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  }, 300_000);
});

describe('the configuration', () => {
  type Info = { readonly config: { readonly bytes: string } };

  it('is told whole, and by parameter, at any block after a key block', async () => {
    for (const seqno of [undefined, 18, 20]) {
      const { config } = await result<Info>('getConfigAll', { seqno });
      const root = Cell.fromBase64(config.bytes);
      const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), root);
      expect(parameters.size).toBeGreaterThan(5);
      for (const number of [...parameters.keys()].filter((key) => key >= 0)) {
        const one = await result<Info>('getConfigParam', { param: number, seqno });
        expect(Cell.fromBase64(one.config.bytes).equals(parameters.get(number)!)).toBe(true);
      }
      expect(await result('getConfigParam', { config_id: 4_000 })).toEqual({
        '@type': 'configInfo',
        config: { '@type': 'tvm.cell', bytes: '' },
      });
    }
  }, 120_000);

  it('from before the first key block is not known', async () => {
    expect((await failure('getConfigAll', { seqno: 1 }))[0]).toBe(500);
  });

  it('has no libraries when none are asked for', async () => {
    expect(await result('getLibraries', {})).toEqual({ '@type': 'smc.libraryResult', result: [] });
  });
});
