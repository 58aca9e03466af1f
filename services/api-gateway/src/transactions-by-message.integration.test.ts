import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerSchemaOf } from './testing/answer-schema.test-support.ts';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { bytes32, openTestStore } from '@tonriver/chain-reader/testing';
import {
  accounts,
  bodies,
  FIRST_SEQNO,
  LAST_SEQNO,
  type MessageName,
  messageHash,
  sampleChain,
  stateInit,
  staleRows,
  transactionHash,
  transactionPlans,
} from './testing/sample-chain.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';
import { writeRows } from './testing/write-rows.test-support.ts';

let store: ClickHouseStore;
let gateway: TestGateway;

beforeAll(async () => {
  store = await openTestStore();
  await writeRows(store, staleRows);
  await writeRows(store, sampleChain);
  // Unmerged duplicates: a repeated delivery inserts the same rows once more.
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  gateway = await startTestGateway(store);
});

afterAll(async () => {
  await gateway?.stop();
  await store?.close();
});

type Found = {
  readonly hash: string;
  readonly in_msg: Record<string, unknown>;
  readonly out_msgs: Record<string, unknown>[];
  readonly account_state_before: Record<string, unknown>;
  readonly account_state_after: Record<string, unknown>;
};

const names = new Map(transactionPlans.map(({ name }) => [transactionHash(name), name]));
const contract = (query: string): Promise<TestAnswer> => gateway.request(`/api/v3/transactionsByMessage?${query}`);
const deployed = (query: string): Promise<TestAnswer> =>
  gateway.request(`/toncenter/api/v3/transactionsByMessage?${query}`);

function transactionsOf({ status, json }: TestAnswer): readonly Found[] {
  expect([status, json['error']]).toEqual([200, undefined]);
  return json['transactions'] as unknown as Found[];
}

const found = (answer: TestAnswer): (string | undefined)[] => transactionsOf(answer).map(({ hash }) => names.get(hash));
const raw = (account: Uint8Array): string => `0:${Buffer.from(account).toString('hex').toUpperCase()}`;
const by = (name: MessageName): string => `msg_hash=${messageHash(name)}`;

describe.each([
  ['contract', contract],
  ['deployed', deployed],
] as const)('transactionsByMessage in the %s dialect', (dialect, ask) => {
  it('finds the transactions at both ends of a message, once each, newest first', async () => {
    expect(found(await ask(by('first')))).toEqual(['spreading', 'opening']);
    expect(found(await ask(`${by('first')}&sort=asc`))).toEqual(['opening', 'spreading']);
  });

  it('finds by every text form of a hash', async () => {
    const hash = Buffer.from(messageHash('second'), 'hex');
    const forms = [
      messageHash('second').toUpperCase(),
      `0x${messageHash('second')}`,
      hash.toString('base64'),
      hash.toString('base64url'),
    ];
    for (const form of forms) {
      expect(found(await ask(`msg_hash=${encodeURIComponent(form)}`))).toEqual(['receiving', 'spreading']);
    }
  });

  it('finds an external message by its hash and by its normalised hash', async () => {
    const norm = Buffer.from(bytes32('external normalised')).toString('hex');
    expect(found(await ask(by('external')))).toEqual(['opening']);
    expect(found(await ask(`msg_hash=${norm}`))).toEqual(['opening']);
  });

  it('accepts several hashes, as repeated parameters or between commas', async () => {
    const expected = ['receiving', 'spreading', 'opening'];
    expect(found(await ask(`${by('first')}&${by('second')}`))).toEqual(expected);
    expect(found(await ask(`${by('first')},${messageHash('second')}`))).toEqual(expected);
  });

  it('distinguishes receiver and sender by direction', async () => {
    expect(found(await ask(`${by('first')}&direction=in`))).toEqual(['spreading']);
    expect(found(await ask(`${by('first')}&direction=out`))).toEqual(['opening']);
    expect(found(await ask(`${by('log')}&direction=in`))).toEqual([]);
  });

  it('returns nothing above the watermark, but partial blocks', async () => {
    expect(found(await ask(by('fourth')))).toEqual(['spreading']);
    const [partial] = transactionsOf(await ask(by('partial')));
    expect(partial).toMatchObject({ hash: transactionHash('partial'), mc_block_seqno: null });
  });

  it('finds by opcode: distinct, ordered by lt, ties by account in the same direction', async () => {
    expect(found(await ask('opcode=0xd53276db'))).toEqual(['flagged', 'twin', 'receiving', 'spreading', 'partial']);
    expect(found(await ask('opcode=-718113061&sort=asc'))).toEqual([
      'partial',
      'spreading',
      'receiving',
      'twin',
      'flagged',
    ]);
    expect(found(await ask('opcode=d53276db&direction=out'))).toEqual(['spreading']);
  });

  it('finds by the hash of a body, also of an empty one and of a comment', async () => {
    const bodyHash = (body: { readonly hash: Uint8Array }): string => Buffer.from(body.hash).toString('hex');
    expect(found(await ask(`body_hash=${bodyHash(bodies.comment)}`))).toEqual(['spreading', 'opening']);
    expect(found(await ask(`body_hash=${bodyHash(bodies.empty)}`))).toEqual(['opening']);
    expect(found(await ask(`body_hash=${bodyHash(bodies.excess)}&opcode=0`))).toEqual([]);
  });

  it('pages with limit and offset over distinct transactions', async () => {
    const all = found(await ask('opcode=d53276db'));
    const pages = [];
    for (let offset = 0; offset < 6; offset += 2) {
      pages.push(...found(await ask(`opcode=d53276db&limit=2&offset=${offset}`)));
    }
    expect(pages).toEqual(all);
    expect(found(await ask(`${by('first')}&${by('second')}&limit=1&offset=1`))).toEqual(['spreading']);
  });

  it.each([
    ['source=SENDER', ['flagged', 'twin', 'receiving', 'partial']],
    ['destination=CAROL', ['flagged', 'receiving']],
    ['account=CAROL', ['flagged', 'receiving']],
    ['account=CAROL&account=DAVE', ['flagged', 'twin', 'receiving', 'partial']],
    ['lt=11000010', ['twin', 'receiving']],
    ['start_lt=11000004&end_lt=11000010', ['twin', 'receiving']],
    ['start_utime=1700000012', ['flagged']],
    ['end_utime=1700000005.7', ['partial']],
    ['mc_seqno=11', ['twin', 'receiving', 'spreading']],
    ['shard=C000000000000000', ['flagged', 'twin', 'spreading']],
    ['shard=4611686018427387904', ['receiving']],
    ['seqno=102', ['twin']],
    ['workchain=0&limit=1', ['flagged']],
    ['workchain=-1', []],
    ['hash=HASH', ['receiving']],
    ['exclude_account=whatever&seqno=102', ['twin']],
  ])('narrows an opcode by %s', async (filter, expected) => {
    const query = filter
      .replace('SENDER', raw(bytes32('sender')))
      .replaceAll('CAROL', raw(accounts.carol))
      .replaceAll('DAVE', raw(accounts.dave))
      .replace('HASH', encodeURIComponent(transactionHash('receiving')));
    expect(found(await ask(`opcode=d53276db&${query}`))).toEqual(expected);
  });

  it('answers empty lists when nothing matches', async () => {
    const answer = await ask(`msg_hash=${'00'.repeat(32)}`);
    expect([answer.status, answer.json]).toEqual([200, { transactions: [], address_book: {} }]);
    expect(answer.headers.get('x-indexed-seqno')).toBe('12');
  });

  it('has all its addresses in the address book, unless that is switched off', async () => {
    const { json } = await ask(by('external'));
    // The account, and the destination of its outgoing message; the incoming one has no source.
    const addresses = [raw(accounts.alice), raw(bytes32('account'))].sort();
    const row = { user_friendly: expect.stringMatching(/^UQ[A-Za-z0-9_-]{46}$/), domain: null, interfaces: [] };
    expect(json['address_book']).toEqual(Object.fromEntries(addresses.map((address) => [address, row])));
    const without = await ask(`${by('external')}&x_no_address_book=true`);
    expect(without.json['address_book']).toEqual({});
  });

  it('prints the message with its StateInit, rebuilt from its parts', async () => {
    const [opening] = transactionsOf(await ask(by('external')));
    expect(opening?.in_msg).toMatchObject({
      init_state: {
        hash: Buffer.from(stateInit.hash).toString('base64'),
        body: Buffer.from(stateInit.boc).toString('base64'),
      },
      hash_norm: Buffer.from(bytes32('external normalised')).toString('base64'),
      source: null,
    });
  });

  it('prints the raw fee field under the name for the global version in force', async () => {
    const [receiving, spreading] = transactionsOf(await ask(`${by('third')}`));
    expect(receiving?.in_msg).toMatchObject({ ihr_fee: '0', extra_flags: '3' });
    expect(spreading?.out_msgs[1]).toMatchObject({ ihr_fee: '3', extra_flags: null });
  });

  it('prints the bounceable address of a contract, and the other one of accounts without code', async () => {
    const answer = await ask(`msg_hash=${encodeURIComponent(messageHash('second'))}&direction=in`);
    const [transaction] = transactionsOf(answer) as unknown as readonly { readonly account: string }[];
    const book = answer.json['address_book'] as unknown as Record<string, { readonly user_friendly: string }>;
    expect(book[transaction?.account ?? '']?.user_friendly).toMatch(/^EQ/);
    const others = Object.entries(book).filter(([address]) => address !== transaction?.account);
    expect(others.length).toBeGreaterThan(0);
    for (const [, { user_friendly: form }] of others) expect(form).toMatch(/^UQ/);
  });

  it('prints the states before and after as far as they are known', async () => {
    for (const ask of [contract, deployed]) {
      const [flagged] = transactionsOf(await ask(`msg_hash=${encodeURIComponent(messageHash('third'))}&direction=in`));
      const [receiving] = transactionsOf(
        await ask(`msg_hash=${encodeURIComponent(messageHash('second'))}&direction=in`),
      );
      const base64 = (text: string): string => Buffer.from(bytes32(text)).toString('base64');
      const none = { frozen_hash: null, data_hash: null, code_hash: null };
      expect(receiving?.account_state_before).toEqual({
        hash: 'kK7Illr6uxbrw8ubQI665xthjXh4i8gNCYQ1k8rJjaQ=',
        balance: '0',
        extra_currencies: {},
        account_status: 'nonexist',
        ...none,
      });
      const known = {
        hash: base64('one'),
        balance: '3000000001',
        extra_currencies: { 239: '7' },
        account_status: 'active',
        frozen_hash: null,
        data_hash: base64('data'),
        code_hash: base64('code'),
      };
      expect(receiving?.account_state_after).toEqual(known);
      expect(flagged?.account_state_before).toEqual(known);
      expect(flagged?.account_state_after).toEqual({
        hash: base64('two'),
        balance: null,
        extra_currencies: null,
        // The transactions on both sides prove the status; the deployed service does not print it.
        account_status: ask === contract ? 'active' : null,
        ...none,
      });
    }
    const [spreading] = transactionsOf(
      await contract(`msg_hash=${encodeURIComponent(messageHash('first'))}&direction=in`),
    );
    expect(spreading?.account_state_after).toMatchObject({
      balance: '5',
      extra_currencies: { 100: '1208925819614629174706176' },
    });
    const { text } = await gateway.request('/metrics');
    expect(text).toMatch(/tonriver_api_account_states_unknown_total\{side="after"\} [1-9]/);
  });

  it('prints the trace with the earliest start', async () => {
    const [spreading] = transactionsOf(await ask(`${by('first')}&direction=in`));
    expect(spreading).toMatchObject({ trace_id: transactionHash('opening') });
  });

  it('matches the published schema', async () => {
    for (const query of [by('external'), by('first'), by('log'), 'opcode=d53276db']) {
      const { json } = await ask(query);
      expect(answerSchemaOf('/v3/transactionsByMessage', dialect).safeParse(json).error).toBeUndefined();
    }
  });

  const status = dialect === 'contract' ? 400 : 422;
  it.each([
    ['', 'at least one of msg_hash, body_hash, opcode should be specified'],
    ['direction=both&opcode=1', 'direction should be one of: in, out'],
    ['direction=both', 'direction should be one of: in, out'],
    ['opcode=1&sort=up', 'wrong value for sort parameter'],
    ['opcode=1&limit=1001', 'limit is not allowed: 1001 > 1000'],
    ['limit=x', 'failed to decode: schema: error converting value for "limit"'],
    ['limit=2147483648&opcode=1', 'failed to decode: schema: error converting value for "limit"'],
    ['msg_hash=zz', 'failed to decode: schema: error converting value for index 0 of "msg_hash"'],
    ['body_hash=', 'failed to decode: schema: error converting value for "body_hash"'],
    ['opcode=4294967295', 'failed to decode: schema: error converting value for "opcode"'],
    ['opcode=&account=0:1', 'failed to decode: schema: error converting value for "opcode" (and 1 other error)'],
  ])('refuses ?%s', async (query, error) => {
    const answer = await ask(query);
    expect([answer.status, answer.json]).toEqual([status, { code: status, error }]);
  });

  it('answers 404 for a round that is not indexed', async () => {
    const answer = await ask('opcode=1&mc_seqno=13');
    expect([answer.status, answer.json]).toEqual([404, { code: 404, error: 'masterchain block 13 not found' }]);
  });
});

describe('in the two dialects', () => {
  it('limit below 1 and a negative offset are refused by the contract and raised by the deployed form', async () => {
    expect((await contract('opcode=d53276db&limit=0')).status).toBe(400);
    expect((await contract('opcode=d53276db&offset=-1')).status).toBe(400);
    expect(found(await deployed('opcode=d53276db&limit=0&offset=-7'))).toEqual(['flagged']);
    expect(found(await deployed('opcode=d53276db&limit='))).toEqual(['flagged']);
  });

  it('opcode, shard and body have their own forms', async () => {
    const [inContract] = transactionsOf(await contract(`${by('second')}&direction=in`));
    const [inDeployed] = transactionsOf(await deployed(`${by('second')}&direction=in`));
    expect(inContract).toMatchObject({
      block_ref: { workchain: 0, shard: '4611686018427387904', seqno: 101 },
      in_msg: { opcode: -718_113_061, decoded_opcode: 'excess', message_content: { decoded: { type: 'excess' } } },
    });
    expect(inDeployed).toMatchObject({
      block_ref: { workchain: 0, shard: '4000000000000000', seqno: 101 },
      in_msg: { opcode: '0xd53276db', decoded_opcode: 'excess', message_content: { decoded: { '@type': 'excess' } } },
    });
  });

  it('only the contract names the transactions at both ends and the external message of the trace', async () => {
    const [inContract] = transactionsOf(await contract(`${by('first')}&direction=in`));
    expect(inContract).toMatchObject({
      trace_external_hash: Buffer.from(messageHash('external'), 'hex').toString('base64'),
      in_msg: { in_msg_tx_hash: transactionHash('spreading'), out_msg_tx_hash: transactionHash('opening') },
    });
    const outgoing = inContract?.out_msgs.map((message) => message['in_msg_tx_hash']);
    // The receiver of the fourth is above the watermark; nobody receives a log.
    expect(outgoing).toEqual([transactionHash('receiving'), transactionHash('flagged'), undefined, undefined]);
    const [inDeployed] = transactionsOf(await deployed(`${by('first')}&direction=in`));
    expect(inDeployed).not.toHaveProperty('trace_external_hash');
    expect(inDeployed?.in_msg).not.toHaveProperty('in_msg_tx_hash');
  });

  it('an unknown body is null in the deployed form and absent in the contract', async () => {
    const [inContract] = transactionsOf(await contract(by('log')));
    const [inDeployed] = transactionsOf(await deployed(by('log')));
    expect(inContract?.out_msgs[3]).toMatchObject({ destination: 'ext$8:FF', decoded_opcode: null });
    expect(inContract?.out_msgs[3]?.['message_content']).not.toHaveProperty('decoded');
    expect(inDeployed?.out_msgs[3]?.['message_content']).toMatchObject({ decoded: null });
  });
});

it('the drop-in dialect orders by the text of the hash when transaction hashes are given', async () => {
  const hashesOf = async (query: URLSearchParams, base = '/toncenter/api'): Promise<string[]> => {
    const { json } = await gateway.request(`${base}/v3/transactionsByMessage?${query.toString()}`);
    return (json['transactions'] as unknown as { hash: string }[]).map(({ hash }) => hash);
  };
  const query = new URLSearchParams(
    (['first', 'second', 'third'] as const).map((name): [string, string] => ['msg_hash', messageHash(name)]),
  );
  const byTime = await hashesOf(query);
  for (const hash of byTime) query.append('hash', hash);
  expect(byTime.length).toBeGreaterThan(2);
  expect(await hashesOf(query)).toEqual(byTime.toSorted().toReversed());
  expect(await hashesOf(query, '/api')).toEqual(byTime);
  query.set('sort', 'asc');
  expect(await hashesOf(query)).toEqual(byTime.toSorted());
});
