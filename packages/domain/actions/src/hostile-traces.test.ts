import { describe, expect, it } from '@jest/globals';
import { addressesNeeded } from './requests/needed-addresses.ts';
import { body, cell, comment } from './cases/body-builder.test-support.ts';
import { type BuiltMessage, builtTrace, knownAccounts, log, send, walletOf } from './cases/built-trace.test-support.ts';
import { matcherCases } from './cases/index.test-support.ts';
import { classify } from './classify.ts';
import type { TraceInput, TransactionInput } from './trace/trace-input.ts';

const size = 4_000;
const timeMsMax = 1_000;

const accounts = knownAccounts({ wallet: walletOf('user', 'A'), pool: { isNominatorPool: true } });

/** A trace where every account sends the same messages on. */
function chainOf(links: readonly ((then: readonly BuiltMessage[]) => BuiltMessage)[]): TraceInput {
  let then: readonly BuiltMessage[] = [];
  for (let index = 0; index < size; index += 1) then = [links[index % links.length]!(then)];
  return builtTrace(then);
}

const chained =
  (opcode: number) =>
  (then: readonly BuiltMessage[]): BuiltMessage =>
    send('wallet', body(opcode).query().coins(1n).to('user').to('user').maybe(null).coins(0n).nothing(), then);

const deep: readonly (readonly [string, TraceInput])[] = [
  ['transfers', chainOf([chained(0x0f8a7ea5), chained(0x178d4519)])],
  ['STON.fi v2 swaps', chainOf([chained(0x01f3835d), chained(0x7362d09c), chained(0x6664de2a), chained(0x657b54f5)])],
  ['TONCO swaps', chainOf([chained(0xa7fb58f8), chained(0xa1daa96d)])],
  ['DeDust swaps', chainOf([chained(0xea06185d), chained(0x61ee542d), chained(0x72aca8aa), chained(0x61ee542d)])],
  ['DeDust v2 swaps', chainOf([chained(0xa5a7cbf8)])],
  ['swap.coffee swaps', chainOf([chained(0xc0ffee00), chained(0xc0ffee20)])],
  ['burnt bills', chainOf([chained(0xf127fe4e), chained(0xed58b0b2), chained(0xdb3b8abd)])],
  ['tgBTC mints', chainOf([chained(0x498af388), chained(0xe42a879b)])],
  ['referrals', chainOf([chained(0x55c35b40)])],
  ['comments', chainOf([(then) => send('pool', comment('w'), then)])],
  ['purchases', chainOf([(then) => send('wallet', body(0x5fcc3d14).query(), then)])],
];

function wide(leaf: (index: number) => BuiltMessage, count = size): TraceInput {
  const sends = Array.from({ length: count }, (_, index) => leaf(index));
  return builtTrace([send('wallet', body(0x0f8a7ea5).query().coins(1n).to('user').to('user').maybe(null), sends)]);
}

const broad: readonly (readonly [string, TraceInput])[] = [
  ['bids', wide(() => send('pool', comment('d')))],
  ['excesses', wide(() => send('user', body(0xd53276db)))],
  ['bounces', wide(() => send('user', body(0xffffffff)))],
  ['logs', wide(() => log(body(0x9c610de3)))],
  ['notifications', wide(() => send('user', body(0x178d4519).query().coins(1n).to('user').to('user').coins(0n)))],
  ['payouts', wide((index) => send('user', body(index % 2 === 0 ? 0xf93bb43f : 0x657b54f5)))],
  // Each brings about six transactions of its own.
  ['everything', wide((index) => matcherCases[index % matcherCases.length]!.sends[0]!, size / 6)],
];

/** Traces of so many transactions in a row that are no trees, or not whole. */
function brokenTraces(count: number): (readonly [number, string, TraceInput, string])[] {
  let then: readonly BuiltMessage[] = [];
  for (let left = count; left > 0; left -= 1) then = [send('a', body(left), then)];
  const trace = builtTrace(then);
  const { transactions } = trace;
  const withTransactions = (all: readonly TransactionInput[]): TraceInput => ({ ...trace, transactions: all });
  const changed = (index: number, change: Partial<TransactionInput>): TraceInput =>
    withTransactions(transactions.map((one, position) => (position === index ? { ...one, ...change } : one)));
  const [root, first] = transactions as [TransactionInput, TransactionInput];
  const cycle = changed(0, { inMessage: transactions.at(-2)!.outMessages[0]!, outMessages: [first.inMessage!] });
  return [
    [count, 'has no transaction', withTransactions([]), 'incomplete_trace'],
    [count, 'has a transaction twice', withTransactions([...transactions, first]), 'inconsistent_trace'],
    [count, 'is a cycle', cycle, 'inconsistent_trace'],
    [count, 'sends a message to two accounts', changed(2, { inMessage: first.inMessage }), 'inconsistent_trace'],
    [count, 'sends a message twice', changed(1, { outMessages: root.outMessages }), 'inconsistent_trace'],
    [count, 'waits for a receiver', withTransactions(transactions.slice(0, -1)), 'incomplete_trace'],
    [count, 'lacks a body', changed(1, { inMessage: { ...first.inMessage!, body: null } }), 'incomplete_trace'],
  ];
}

describe('a hostile trace', () => {
  it.each([...deep, ...broad])('is classified in a second when it has 4,000 transactions: %s', (_name, trace) => {
    const times = Array.from({ length: 3 }, () => {
      const start = process.cpuUsage();
      const { state } = classify(trace, accounts);
      expect(addressesNeeded(trace).length).toBeGreaterThan(0);
      expect(['ok', 'broken', 'failed']).toContain(state);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    // Tests run beside others: the quickest of three says what the code takes.
    expect(Math.min(...times)).toBeLessThan(timeMsMax);
  });

  // Receivers are found in another way in long traces.
  it.each([3, 40].flatMap(brokenTraces))(
    'gives a typed error and no action when, with %i transactions, it %s',
    (_count, _name, hostile, code) => {
      expect(classify(hostile, new Map())).toMatchObject({ state: 'failed', actions: [], error: { code } });
    },
  );

  it('is read without an error when no body of it is a bag of cells', () => {
    for (const { sends, accounts: known = {} } of matcherCases) {
      const built = builtTrace(sends);
      const broken = built.transactions.map((one) => ({
        ...one,
        inMessage: one.inMessage === null ? null : { ...one.inMessage, body: new Uint8Array([1, 2, 3]) },
      }));
      const { state, actions } = classify({ ...built, transactions: broken }, knownAccounts(known));
      expect(['ok', 'broken', 'failed']).toContain(state);
      expect(actions.length).toBeGreaterThan(0);
    }
  });

  it('does not nest deeper than the reader may go when its comment is a chain of cells', () => {
    let text = cell().text('end');
    for (let count = 0; count < 900; count += 1) text = cell().text('more ').ref(text);
    const { actions } = classify(builtTrace([send('a', body(0).ref(text))]), new Map());
    expect(actions).toHaveLength(1);
  });
});
