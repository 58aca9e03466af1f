import { describe, expect, it } from '@jest/globals';
import type { Transaction } from './answers.d.ts';
import { collectTrace, type TraceNode } from './collect-trace.js';
import { madeMessage, madeTransaction } from './made-trace.test-support.ts';
import type { Value } from './ask.js';

/** A transaction that received the message of its own name, and sent others. */
function transaction(name: string, sent: readonly string[], changes: Partial<Transaction> = {}): Transaction {
  const received = madeMessage({ hash: name, ...changes.in_msg });
  return madeTransaction({
    hash: `hash of ${name}`,
    out_msgs: sent.map((hash) => madeMessage({ hash })),
    ...changes,
    in_msg: received,
  });
}

/** Answers as the API does over some transactions, and counts the requests. */
function served(transactions: readonly Transaction[]) {
  const asked: Record<string, unknown>[] = [];
  return {
    asked,
    ask: async (_path: string, query: Readonly<Record<string, Value>> = {}) => {
      asked.push(query);
      const messages = [query['msg_hash'] ?? []].flat();
      const found = transactions.filter(
        ({ hash, in_msg: received }) => hash === query['hash'] || messages.includes(received?.hash ?? ''),
      );
      return { transactions: found, address_book: {} };
    },
  };
}

const shapeOf = ({ transaction: { in_msg: received }, children, waiting }: TraceNode): unknown => [
  received?.hash,
  ...children.map(shapeOf),
  ...(waiting.length > 0 ? [`${waiting.length} waiting`] : []),
];

describe('a trace', () => {
  const all = [
    transaction('a', ['b', 'c']),
    transaction('b', ['d'], { trace_id: 'hash of a' }),
    transaction('c', [], { trace_id: 'hash of a' }),
    transaction('d', [], { trace_id: 'hash of a' }),
  ];

  it('is the same tree from each of its transactions', async () => {
    for (const one of all.map((each) => ({ ...each, trace_id: 'hash of a' }))) {
      const { root, count, isCut, isWaiting } = await collectTrace(served(all).ask, one, {});
      expect([shapeOf(root), count, isCut, isWaiting]).toEqual([['a', ['b', ['d']], ['c']], 4, false, false]);
    }
  });

  it('tells which messages are on their way, and leaves those to the outside out', async () => {
    const outside = madeMessage({ hash: 'log', destination: null });
    const first = { ...transaction('a', ['b', 'c']), out_msgs: [madeMessage({ hash: 'b' }), outside] };
    const { root, isWaiting } = await collectTrace(served([first]).ask, { ...first, trace_id: first.hash }, {});
    expect([shapeOf(root), isWaiting]).toEqual([['a', '1 waiting'], true]);
  });

  it('begins with the first sender that is known when it has no id', async () => {
    const chain = [
      transaction('b', ['c'], { in_msg: madeMessage({ hash: 'b', out_msg_tx_hash: 'not stored' }) }),
      transaction('c', ['d'], { in_msg: madeMessage({ hash: 'c', out_msg_tx_hash: 'hash of b' }) }),
      transaction('d', [], { in_msg: madeMessage({ hash: 'd', out_msg_tx_hash: 'hash of c' }) }),
    ];
    const { root } = await collectTrace(served(chain).ask, chain[2]!, {});
    expect(shapeOf(root)).toEqual(['b', ['c', ['d']]]);
  });

  it('is cut at 200 transactions, with few requests', async () => {
    const names = Array.from({ length: 255 }, (_, index) => `m${index}`);
    const wide = [transaction('first', names), ...names.map((name) => transaction(name, []))];
    const api = served(wide);
    const { count, isCut } = await collectTrace(api.ask, { ...wide[0]!, trace_id: 'hash of first' }, {});
    expect([count, isCut]).toEqual([200, true]);
    expect(api.asked.length).toBeLessThan(10);
  });

  it('does not say of messages that it did not ask about that they are on their way', async () => {
    const parents = Array.from({ length: 150 }, (_, index) => `p${index}`);
    const sent = (parent: string): string[] => [0, 1, 2, 3].map((index) => `${parent}.${index}`);
    const all = [
      transaction('first', parents),
      ...parents.map((name) => transaction(name, sent(name))),
      ...parents.flatMap(sent).map((name) => transaction(name, [])),
    ];
    const { count, isCut, isWaiting } = await collectTrace(
      served(all).ask,
      { ...all[0]!, trace_id: 'hash of first' },
      {},
    );
    expect([count, isCut, isWaiting]).toEqual([200, true, false]);
  });

  it('ends when transactions lead back to each other', async () => {
    const circle = [transaction('a', ['b']), transaction('b', ['a'])];
    const { count } = await collectTrace(served(circle).ask, { ...circle[0]!, trace_id: 'hash of a' }, {});
    expect(count).toBe(2);
  });
});
