import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PendingStoreError } from '@tonriver/pending-store';
import { eventually } from '@tonriver/testing';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import type { EmulatedTransfers } from '../../testing/emulated-transfers.test-support.ts';
import { writeFinishedTrace } from '../../testing/finished-trace.test-support.ts';
import {
  PENDING_DIALECTS,
  type PendingGateway,
  type Query,
  startPendingGateway,
} from '../../testing/pending-gateway.test-support.ts';
import { pendingTraceOf, refusedTraceOf } from '../../testing/pending-traces.test-support.ts';
import { FIRST_SEQNO } from '../../testing/sample-chain.test-support.ts';
import { startTestGateway } from '../../testing/test-gateway.test-support.ts';

const TRACES = '/v3/pendingTraces';
const TRANSACTIONS = '/v3/pendingTransactions';
const UNKNOWN = `0:${'77'.repeat(32)}`;

let opened: PendingGateway;
let transfers: EmulatedTransfers;
beforeAll(async () => {
  opened = await startPendingGateway();
  ({ transfers } = opened);
}, 120_000);
beforeEach(() => opened.reset());
afterAll(() => opened?.stop());

type Members = Readonly<Record<string, unknown>>;
describe.each(PENDING_DIALECTS)('pendingTraces of %s', (base, dialect, refused) => {
  const ask = (query: Query, headers?: Readonly<Record<string, string>>) =>
    opened.ask(`${base}${TRACES}`, query, headers);
  const tracesOf = async (query: Query, headers?: Readonly<Record<string, string>>): Promise<readonly Members[]> => {
    const { status, json } = await ask(query, headers);
    expect([status, answerSchemaOf(TRACES, dialect).safeParse(json).error]).toEqual([200, undefined]);
    return json['traces'] as unknown as readonly Members[];
  };

  it('refuses a request without account and hash, and answers empty lists where nothing is pending', async () => {
    const { status, json } = await ask({});
    expect([status, json['error']]).toEqual([refused, 'account or ext_msg_hash should be specified']);
    expect((await ask({ account: UNKNOWN })).json).toEqual({ traces: [], address_book: {}, metadata: {} });
  });

  it('answers a whole trace that no block has, without id, in no round', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons));
    const { json } = await ask({ account: transfers.bob });
    const [trace] = await tracesOf({ account: transfers.bob });
    const { rootHash } = transfers.jettons.answer;
    expect(trace).toMatchObject({
      trace_id: null,
      external_hash: transfers.jettons.hash,
      mc_seqno_start: '0',
      mc_seqno_end: '0',
      start_lt: '4000008',
      end_lt: '4000015',
      start_utime: 1_800_000_004,
      end_utime: 1_800_000_004,
      trace_info: {
        trace_state: 'pending',
        messages: 5,
        transactions: 5,
        pending_messages: 0,
        classification_state: dialect === 'contract' ? 'ok' : 'unclassified',
      },
      is_incomplete: false,
      trace: { tx_hash: rootHash, children: [{ children: [{}] }] },
    });
    expect(trace).not.toHaveProperty('warning');
    const order = trace!['transactions_order'] as readonly string[];
    const transactions = trace!['transactions'] as Readonly<Record<string, Members>>;
    expect([order[0], order.length]).toEqual([rootHash, 5]);
    expect(Object.keys(transactions)).toEqual(order);
    for (const hash of order) {
      expect(transactions[hash]).toMatchObject({ hash, emulated: true, finality: 'pending', mc_block_seqno: 0 });
      expect(transactions[hash]).not.toHaveProperty('trace_id');
    }
    const actions = trace!['actions'] as readonly Members[];
    expect(actions.map(({ type }) => type)).toEqual(['jetton_transfer', 'contract_deploy']);
    expect(actions[0]).toMatchObject({ trace_id: null, finality: 'pending' });
    expect(Object.keys(json['address_book']!)).toEqual(expect.arrayContaining([transfers.alice, transfers.bob]));
  });

  it('answers mined and emulated transactions of one trace together, with its id', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons, 2));
    const [trace] = await tracesOf({ ext_msg_hash: transfers.jettons.hash });
    expect(trace).toMatchObject({
      trace_id: transfers.jettons.answer.rootHash,
      mc_seqno_start: '11',
      mc_seqno_end: '11',
      trace_info: { trace_state: 'pending' },
    });
    const transactions = Object.values(trace!['transactions'] as Readonly<Record<string, Members>>);
    expect(transactions.map(({ emulated }) => emulated)).toEqual([false, false, true, true, true]);
    expect(transactions.map(({ mc_block_seqno: round }) => round)).toEqual([11, 11, 0, 0, 0]);
    for (const { trace_id: id } of transactions) expect(id).toBe(trace!['trace_id']);
  });

  it('always has actions: of the types that are asked for, none while they are not known', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons), pendingTraceOf(transfers.coins, 0, { actions: [] }));
    const typesOf = async (query: Query, headers?: Readonly<Record<string, string>>) =>
      (await tracesOf(query, headers)).map(({ actions }) => (actions as readonly Members[]).map(({ type }) => type));
    expect(await typesOf({ ext_msg_hash: transfers.coins.hash })).toEqual([[]]);
    // Newest first.
    expect(await typesOf({ account: transfers.bob })).toEqual([['jetton_transfer', 'contract_deploy'], []]);
  });

  it('says why a trace is not whole, and that messages of it are in flight', async () => {
    const trace = pendingTraceOf(transfers.jettons, 0, { isIncomplete: true });
    await opened.keep(trace);
    const [found] = await tracesOf({ account: transfers.bob });
    expect(found).toMatchObject({
      is_incomplete: true,
      warning: 'a part of the trace is not known: it is too large or takes too long, or a state is missing',
    });
  });

  it(`${dialect === 'contract' ? 'tells of a refused message why, by its hash alone' : 'knows no refused messages'}`, async () => {
    await opened.keep(refusedTraceOf(transfers.coins, transfers.alice));
    const found = await tracesOf({ ext_msg_hash: transfers.coins.hash });
    expect(await tracesOf({ account: transfers.alice })).toEqual([]);
    if (dialect === 'deployed') expect(found).toEqual([]);
    else {
      expect(found).toEqual([
        {
          trace_id: null,
          external_hash: transfers.coins.hash,
          mc_seqno_start: '0',
          mc_seqno_end: '0',
          start_lt: '0',
          start_utime: 0,
          end_lt: null,
          end_utime: null,
          trace_info: {
            trace_state: 'broken',
            messages: 1,
            transactions: 0,
            pending_messages: 0,
            classification_state: 'unclassified',
          },
          is_incomplete: true,
          warning: 'External message was not accepted',
          actions: [],
        },
      ]);
    }
  });

  it('is complete when blocks have all of it, and leaves when traces has it', async () => {
    // An id of its own: the rows of the other dialect's trace stay.
    const rootHash = Buffer.alloc(32, 50 + base.length).toString('base64');
    const trace = pendingTraceOf(transfers.coins, 2, { rootHash });
    await opened.keep(trace);
    const found = async (): Promise<unknown> => (await ask({ account: transfers.bob })).json['traces'];
    expect(await found()).toMatchObject([{ trace_id: rootHash, trace_info: { trace_state: 'complete' } }]);
    await writeFinishedTrace(opened.rows, trace, FIRST_SEQNO);
    await eventually(async () => expect(await found()).toEqual([]), { timeoutMs: 20_000 });
  }, 60_000);

  it('answers 503 when the store is away', async () => {
    opened.pending = {
      ...opened.pending,
      ofAccount: () => Promise.reject(new PendingStoreError('unavailable', 'away')),
    };
    const { status, headers } = await ask({ account: transfers.bob });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('answers hundreds of traces in turns', async () => {
    const trace = pendingTraceOf(transfers.coins);
    const many = Array.from({ length: 500 }, (_, index) => {
      const hash = Buffer.alloc(32);
      hash.writeUInt32BE(index);
      return { ...trace, key: hash.toString('base64'), externalHash: hash.toString('base64') };
    });
    await opened.keep(...many);
    expect(await tracesOf({ account: transfers.bob })).toHaveLength(500);
  }, 60_000);
});

describe.each(PENDING_DIALECTS)('pendingTransactions of %s', (base, dialect, refused) => {
  const ask = (query: Query) => opened.ask(`${base}${TRANSACTIONS}`, query);
  const transactionsOf = async (query: Query): Promise<readonly Members[]> => {
    const { status, json } = await ask(query);
    expect([status, answerSchemaOf(TRANSACTIONS, dialect).safeParse(json).error]).toEqual([200, undefined]);
    return json['transactions'] as unknown as readonly Members[];
  };

  it('refuses a request without an account', async () => {
    const error = 'at least 1 account address required';
    for (const query of [{}, { trace_id: 'ab'.repeat(32) }]) {
      const { status, json } = await ask(query);
      expect([status, json]).toEqual([refused, { code: refused, error }]);
    }
  });

  it('refuses more accounts than one request may have', async () => {
    const account = Array.from({ length: 101 }, (_, index) => `0:${String(index).padStart(64, '0')}`);
    const { status, json } = await ask({ account });
    expect([status, json['error']]).toEqual([refused, 'at most 100 accounts are allowed']);
  });

  it('answers only emulated transactions of the accounts, newest first', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons, 1), pendingTraceOf(transfers.coins, 1));
    const ofBob = await transactionsOf({ account: transfers.bob });
    expect(ofBob.map(({ account, emulated, finality }) => [account, emulated, finality])).toEqual(
      Array(2).fill([transfers.bob, true, 'pending']),
    );
    const both = await transactionsOf({ account: [transfers.bob, transfers.alice] });
    const lts = both.map(({ lt }) => Number(lt));
    expect(lts).toEqual(lts.toSorted((left, right) => right - left));
    // The first transaction of each trace is alice's, and mined; the excess comes back to her.
    expect(both.filter(({ account }) => account === transfers.alice)).toHaveLength(1);
    expect(ofBob[0]).toMatchObject({ trace_id: expect.any(String), mc_block_seqno: 0 });
    expect((await ask({ account: transfers.bob })).json['address_book']).toHaveProperty([transfers.bob]);
  });

  it(`${dialect === 'contract' ? 'narrows to traces by their ids' : 'does not look at ids of traces'}`, async () => {
    await opened.keep(pendingTraceOf(transfers.jettons, 1), pendingTraceOf(transfers.coins));
    const { rootHash } = transfers.jettons.answer;
    const found = await transactionsOf({ account: transfers.bob, trace_id: rootHash });
    expect(found).toHaveLength(dialect === 'contract' ? 1 : 2);
  });

  it('is 404 where there are none, in the words of the deployed service', async () => {
    await opened.keep(pendingTraceOf(transfers.coins, 2), refusedTraceOf(transfers.jettons, transfers.alice));
    for (const account of [UNKNOWN, transfers.alice, transfers.bob]) {
      const { status, json } = await ask({ account });
      expect([status, json]).toEqual([404, { code: 404, error: 'emulated traces not found' }]);
    }
  });

  it('answers 503 when the store is away', async () => {
    opened.pending = { ...opened.pending, ofAccount: () => Promise.reject(new PendingStoreError('not_ready', 'away')) };
    const { status, headers } = await ask({ account: transfers.bob });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });
});

it.each(PENDING_DIALECTS)('pending traces of %s are 501 without a store', async (base, _dialect, _refused) => {
  const without = await startTestGateway(opened.rows);
  for (const path of [TRACES, TRANSACTIONS]) {
    const { status } = await without.request(`${base}${path}?account=${UNKNOWN}`);
    expect([path, status]).toEqual([path, 501]);
  }
  await without.stop();
});
