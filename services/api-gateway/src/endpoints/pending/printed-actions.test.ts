import { describe, expect, it } from '@jest/globals';
import type { EmulatedAction } from '@tonriver/api-model';
import type { PendingTrace } from '@tonriver/pending-store';
import type { Dialect } from '../../dialects/dialect.ts';
import { contract } from '../../dialects/contract.ts';
import { deployed } from '../../dialects/deployed.ts';
import { printedActionsOf } from './printed-actions.ts';
import { pendingTypesOf } from './pending-actions-of.ts';

const address = `0:${'A'.repeat(64)}`;

function actionOf(id: string, startLt: string): EmulatedAction {
  const shared = {
    action_id: id,
    start_lt: startLt,
    end_lt: '900',
    accounts: [address],
    transactions: [],
    finality: '',
  };
  return {
    type: 'ton_transfer',
    ancestorTypes: ['future_type'],
    isHidden: false,
    contract: { ...shared, details: { to: address, value: 1 } },
    deployed: { ...shared, details: { to: address, value: '1' } },
  } as unknown as EmulatedAction;
}

const traceOf = (...actions: readonly EmulatedAction[]): PendingTrace =>
  ({
    key: 'key',
    externalHash: 'sent',
    rootHash: 'root',
    isRootMined: false,
    parts: [],
    actions,
  }) as unknown as PendingTrace;
const contextOf = (dialect: Dialect) => ({ dialect, headerOf: () => undefined });

function ask(trace: PendingTrace, dialect: Dialect, supported?: readonly string[]) {
  const context = contextOf(dialect);
  return printedActionsOf(trace, pendingTypesOf(supported, context), context).map(({ text, addresses }) => ({
    ...(JSON.parse(text().join('')) as { action_id: string; details: object }),
    addresses: addresses(),
  }));
}

describe('printed actions of a pending trace', () => {
  const trace = traceOf(actionOf('early', '1'), actionOf('late', '5'));

  it('are the newest first, with their addresses, and the same when they are asked for again', () => {
    const first = ask(trace, contract);
    expect(first.map(({ action_id: id }) => id)).toEqual(['late', 'early']);
    expect(first[0]).toMatchObject({
      addresses: [address],
      trace_external_hash: 'sent',
      trace_external_hash_norm: 'key',
    });
    expect(ask(trace, contract)).toEqual(first);
  });

  it('are of the dialect and of the types of each request, however many kinds of requests there are', () => {
    for (let round = 0; round < 3; round += 1) {
      expect(ask(trace, contract)[0]!.details).toEqual({ to: address, value: 1 });
      expect(ask(trace, deployed)[0]!.details).toEqual({ to: address, value: '1' });
      expect(ask(trace, deployed, ['future_type'])).toEqual([]);
      expect(ask(trace, deployed, ['ton_transfer'])).toHaveLength(2);
    }
  });

  it('are the same for a long list of types, which no memory is kept for', () => {
    const many = ['ton_transfer', ...Array.from({ length: 100 }, (_, number) => `unknown_${number}`)];
    expect(pendingTypesOf(many, contextOf(contract)).kind).toBeUndefined();
    expect(ask(trace, contract, many)).toEqual(ask(trace, contract));
  });

  it('are made anew for another state of the trace', () => {
    expect(ask(traceOf(actionOf('other', '1')), contract).map(({ action_id: id }) => id)).toEqual(['other']);
  });
});
