import { describe, expect, it } from '@jest/globals';
import { answerOf, versionsWith } from './actions/answers.ts';
import { body, cell, comment } from './cases/body-builder.test-support.ts';
import { builtTrace, knownAccounts, log, send, walletOf } from './cases/built-trace.test-support.ts';
import { addr, jettons } from './cases/matcher-case.test-support.ts';
import { classify } from './classify.ts';
import type { AccountInterfaces } from './trace/interfaces.ts';
import type { TraceInput, TransactionInput } from './trace/trace-input.ts';

function answers(trace: TraceInput, accounts: Readonly<Record<string, AccountInterfaces>> = {}) {
  const { state, actions } = classify(trace, knownAccounts(accounts));
  return { state, actions: actions.map((action) => answerOf(action, 'toncenter')) };
}

/** A trace whose second transaction, the receiver of the first message, is another. */
function withReceiver(trace: TraceInput, change: Partial<TransactionInput>, message: object = {}): TraceInput {
  const [first, second, ...rest] = trace.transactions as [TransactionInput, TransactionInput];
  const changed = { ...second, ...change, inMessage: { ...second.inMessage!, ...message } };
  return { ...trace, transactions: [first, changed, ...rest] };
}

const payment = builtTrace([send('friend', comment('for lunch'), [], { value: 5n })]);

describe('a message', () => {
  it('is a transfer when it is plain, and a call when it is not', () => {
    const { actions } = answers(builtTrace([send('a', comment('hi')), send('b', body(7)), log(body(8))]));
    expect(actions.map(({ type, details }) => [type, details])).toEqual([
      ['ton_transfer', expect.objectContaining({ comment: 'hi', encrypted: false, value: '1000000000' })],
      ['call_contract', expect.objectContaining({ opcode: '0x00000007', extra_currencies: {} })],
    ]);
  });

  it('has another name when it carries extra currencies', () => {
    const { actions } = answers(withReceiver(payment, {}, { extraCurrencies: { '100': '3' } }));
    expect(actions).toMatchObject([
      { type: 'extra_currency_transfer', details: { value_extra_currencies: { '100': '3' } } },
    ]);
  });

  it.each([
    ['bounces', { isAborted: true }, { isBounceable: true }, false],
    ['stays with an account without code', { isAborted: true, endStatus: 'uninit' }, { isBounceable: false }, true],
    ['is too small to run', { isAborted: true, skipReason: 'no_gas' }, { isBounceable: false }, true],
    ['stays with a contract that aborts', { isAborted: true }, { isBounceable: false }, false],
  ] as const)('is a transfer that failed or not, when it %s', (_name, change, message, isSuccess) => {
    expect(answers(withReceiver(payment, change, message)).actions).toMatchObject([{ success: isSuccess }]);
  });

  it('shows its deployment beside what it is', () => {
    const { actions } = answers(builtTrace([send('new', comment('hi'), [], { deploys: true })]));
    expect(new Set(actions.map(({ type }) => type))).toEqual(new Set(['contract_deploy', 'ton_transfer']));
    expect(actions).toHaveLength(2);
  });

  it('writes bytes of a comment that are no text', () => {
    const { actions } = answers(builtTrace([send('a', body(0).uint(0x61ff0062, 32))]));
    expect(actions).toMatchObject([{ details: { comment: 'a\\xffb' } }]);
  });
});

describe('a trace', () => {
  it('is unknown when it has nothing to say', () => {
    const { state, actions } = answers(builtTrace([]));
    expect(state).toBe('ok');
    expect(actions).toMatchObject([
      { type: 'unknown', success: true, details: { error: "unsupported action type: 'unknown'" } },
    ]);
    expect(actions[0]?.['action_id']).toBe(actions[0]?.['trace_id']);
  });

  it('has no action when it is one tick-tock transaction', () => {
    const [first] = builtTrace([]).transactions as [TransactionInput];
    const alone = { ...builtTrace([]), transactions: [{ ...first, isTickTock: true, inMessage: null }] };
    expect(answers(alone)).toEqual({ state: 'ok', actions: [] });
  });

  it('says what a tick-tock transaction sent', () => {
    const [first, ...rest] = payment.transactions as [TransactionInput];
    const trace = { ...payment, transactions: [{ ...first, isTickTock: true, inMessage: null }, ...rest] };
    expect(answers(trace).actions).toMatchObject([{ type: 'tick_tock', details: {} }, { type: 'ton_transfer' }]);
  });

  it('has basic actions when an action cannot be stored', () => {
    const change = send('domain', body(0x4eb1f0f9).query().uint(0n, 256));
    const transfer = jettons({ from: 'user', wallet: 'wallet', toWallet: 'wallet 2', to: 'friend' });
    const { state, actions } = answers(builtTrace([change, transfer]), { 'wallet 2': walletOf('friend', 'master') });
    expect(state).toBe('failed');
    expect(new Set(actions.map(({ type }) => type))).toEqual(new Set(['call_contract']));
  });

  it('is broken when a wallet belongs to somebody else than the transfer says', () => {
    const transfer = jettons({ from: 'user', wallet: 'wallet', toWallet: 'wallet 2', to: 'friend' });
    const { state, actions } = answers(builtTrace([transfer]), { 'wallet 2': walletOf('thief', 'master') });
    expect(state).toBe('broken');
    expect(actions).toMatchObject([{ details: { receiver: addr('thief') } }]);
  });

  it('says what a wallet was asked for and did not do', () => {
    const message = cell()
      .uint(0b011000, 6)
      .to('friend')
      .coins(55n)
      .flag(false)
      .coins(0n)
      .coins(0n)
      .uint(0, 96)
      .uint(0, 2);
    const request = cell().uint(0n, 512).uint(0, 96).uint(3, 8).ref(message);
    const [first] = builtTrace([]).transactions as [TransactionInput];
    const sent = builtTrace([send('user', request)]).transactions[1]!.inMessage!;
    const trace = {
      ...builtTrace([]),
      transactions: [{ ...first, inMessage: { ...first.inMessage!, body: sent.body } }],
    };
    expect(answers(trace).actions).toMatchObject([
      {
        type: 'ton_transfer',
        success: false,
        details: { destination: addr('friend'), value: '55' },
        accounts: [addr('user')],
      },
    ]);
  });
});

describe('a part of an action', () => {
  it('is shown to clients that do not know the whole', () => {
    const { actions } = classify(
      builtTrace([send('client', body(0x927c7cb5).query(), [send('user', body(0x2565934c).query())])]),
      new Map(),
    );
    expect(actions.map((action) => [action.type, versionsWith(action)])).toEqual([
      ['call_contract', ['v1', 'v2', 'v3']],
      ['cocoon_register_proxy', ['v4', 'v5']],
      ['call_contract', ['v1', 'v2', 'v3']],
    ]);
  });
});
