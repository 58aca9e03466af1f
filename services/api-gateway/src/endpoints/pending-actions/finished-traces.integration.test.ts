import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PendingStoreError, type PendingTrace } from '@tonriver/pending-store';
import { eventually } from '@tonriver/testing';
import type { EmulatedTransfers } from '../../testing/emulated-transfers.test-support.ts';
import { writeFinishedTrace } from '../../testing/finished-trace.test-support.ts';
import {
  PENDING_DIALECTS,
  type PendingGateway,
  type Query,
  startPendingGateway,
} from '../../testing/pending-gateway.test-support.ts';
import { pendingTraceOf } from '../../testing/pending-traces.test-support.ts';
import { FIRST_SEQNO } from '../../testing/sample-chain.test-support.ts';
import { startTestGateway } from '../../testing/test-gateway.test-support.ts';

const PATH = '/v3/pendingActions';

let opened: PendingGateway;
let transfers: EmulatedTransfers;
beforeAll(async () => {
  opened = await startPendingGateway();
  ({ transfers } = opened);
}, 120_000);
beforeEach(() => opened.reset());
afterAll(() => opened?.stop());

describe.each(PENDING_DIALECTS)(
  'the store of pending traces behind pendingActions of %s',
  (base, _dialect, refused) => {
    const ask = (query: Query) => opened.ask(`${base}${PATH}`, query);
    const countOf = async (query: Query): Promise<number> => {
      const { status, json } = await ask(query);
      expect(status).toBe(200);
      return (json['actions'] as unknown as readonly unknown[]).length;
    };

    it.each(['not_ready', 'unavailable'] as const)(
      'answers 503 when the store is %s, and never an empty list',
      async (code) => {
        opened.pending = {
          ...opened.pending,
          ofAccount: () => Promise.reject(new PendingStoreError(code, 'away')),
          byHashes: () => Promise.reject(new PendingStoreError(code, 'away')),
        };
        for (const query of [{ account: transfers.bob }, { ext_msg_hash: transfers.coins.hash }]) {
          const { status, json, headers } = await ask(query);
          expect([status, json]).toEqual([503, { code: 503, error: 'pending traces are not known now' }]);
          expect(headers.get('retry-after')).toBe('1');
        }
      },
    );

    it('refuses an account with more traces than one answer has', async () => {
      opened.pending = {
        ...opened.pending,
        ofAccount: () => Promise.reject(new PendingStoreError('too_many', 'more than 5000')),
      };
      const { status, json } = await ask({ account: transfers.bob });
      expect([status, json['error']]).toEqual([refused, 'more than 5000: ask for them by ext_msg_hash']);
    });

    it('answers all actions of an account with thousands of pending traces, and others meanwhile', async () => {
      const trace = pendingTraceOf(transfers.coins);
      const hashOf = (index: number): string => {
        const bytes = Buffer.alloc(32, 1);
        bytes.writeUInt32BE(index);
        return bytes.toString('base64');
      };
      const many = Array.from({ length: 4_000 }, (_, index) => ({
        ...trace,
        key: hashOf(index),
        externalHash: hashOf(index),
      }));
      await opened.keep(...many);
      const answered = countOf({ account: transfers.bob });
      const small = await ask({ ext_msg_hash: trace.key });
      expect(small.status).toBe(200);
      expect(await answered).toBe(4_000);
      // 8,000 transactions are fewer than what is printed at most.
      const { status } = await ask({ account: transfers.bob, include_transactions: 'true' });
      // On a machine with other work its time may be over.
      expect([200, 503, 504]).toContain(status);
    }, 60_000);
  },
);

describe.each(PENDING_DIALECTS)('a finished trace in pendingActions of %s', (base, _dialect, _refused) => {
  const seed = base.length;
  const named = (): PendingTrace => {
    const rootHash = Buffer.alloc(32, seed).toString('base64');
    return pendingTraceOf(transfers.coins, 2, { rootHash });
  };
  const countOf = async (path: string, query: Query): Promise<number> => {
    const { status, json } = await opened.ask(`${base}${path}`, query);
    expect(status).toBe(200);
    return (json['actions'] as unknown as readonly unknown[]).length;
  };

  it('stays while actions does not have it, and leaves when it has', async () => {
    const trace = named();
    await opened.keep(trace);
    const pendingCount = () => countOf(PATH, { account: transfers.bob });
    const storedCount = () => countOf('/v3/actions', { trace_id: trace.rootHash! });
    expect([await pendingCount(), await storedCount()]).toEqual([1, 0]);
    const [action] = (await opened.ask(`${base}${PATH}`, { account: transfers.bob })).json[
      'actions'
    ] as unknown as readonly object[];
    expect(action).toMatchObject({ finality: 'finalized', trace_id: trace.rootHash, trace_mc_seqno_end: 11 });
    await writeFinishedTrace(opened.rows, trace, FIRST_SEQNO);
    await eventually(async () => expect(await pendingCount()).toBe(0), { timeoutMs: 20_000 });
    // The first answer is kept until the next round.
    expect(await countOf('/v3/actions', { trace_id: trace.rootHash!, limit: '5' })).toBe(1);
  }, 60_000);

  it('stays when its last round is above those whose traces are classified here', async () => {
    const trace = { ...named(), rootHash: Buffer.alloc(32, seed).toString('base64'), endSeqno: 13 };
    await opened.keep({ ...trace, rootHash: Buffer.alloc(32, 100 + seed).toString('base64') });
    expect(await countOf(PATH, { account: transfers.bob })).toBe(1);
  });
});

it.each(PENDING_DIALECTS)(
  'pendingActions of %s is 501 without a store of pending traces',
  async (base, _dialect, _refused) => {
    const without = await startTestGateway(opened.rows);
    const { status, json } = await without.request(`${base}${PATH}?account=${transfers.bob}`);
    await without.stop();
    const error = 'pendingActions is not available: no store of pending traces is configured';
    expect([status, json]).toEqual([501, { code: 501, error }]);
  },
);
