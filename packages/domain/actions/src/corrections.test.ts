import { describe, expect, it } from '@jest/globals';
import { detailsOf } from './actions/details.ts';
import { answerOf } from './actions/answers.ts';
import { body, cell } from './cases/body-builder.test-support.ts';
import { type BuiltMessage, builtTrace, knownAccounts, send, walletOf } from './cases/built-trace.test-support.ts';
import { matcherCases } from './cases/index.test-support.ts';
import { addr, altered, jettons, type MatcherCase } from './cases/matcher-case.test-support.ts';
import { classify } from './classify.ts';

function caseOf(matcher: string): MatcherCase {
  return matcherCases.find((one) => one.matcher === matcher)!;
}

/** Details of the only action of a type, as both dialects show them; and whether the reference sees it. */
function both({ sends, accounts = {} }: Pick<MatcherCase, 'sends' | 'accounts'>, type: string) {
  const found = classify(builtTrace(sends), knownAccounts(accounts)).actions.filter((action) => action.type === type);
  expect(found).toHaveLength(1);
  const action = found[0]!;
  return {
    toncenter: detailsOf(action, 'toncenter'),
    contract: detailsOf(action, 'contract'),
    isHidden: action.isHidden,
    successes: [answerOf(action, 'toncenter')['success'], answerOf(action, 'contract')['success']],
  };
}

const order = { order: { multisigOrder: { signers: [] } } };
const orderCell = cell().uint(1, 8);
const init = (isApproved: boolean) => {
  const start = body(0x9c73fba2).query().uint(1, 8).ref(cell().uint(9, 8)).uint(99, 48).ref(orderCell).flag(isApproved);
  return isApproved ? start.uint(2, 8) : start;
};
const create = (isApproved: boolean): BuiltMessage =>
  send('multisig', body(0xf718510f).query().uint(3n, 256).flag(isApproved).uint(2, 8).uint(99, 48).ref(orderCell), [
    send('order', init(isApproved)),
  ]);

describe('the dialect `contract`', () => {
  it('1: has the order, and whether it was approved, of a new multisig order', () => {
    const { toncenter, contract, isHidden } = both({ sends: [create(true)], accounts: order }, 'multisig_create_order');
    expect(toncenter).toMatchObject({ is_signed_by_creator: false });
    expect(contract).toMatchObject({ is_signed_by_creator: true });
    expect(contract['order_boc']).not.toBe(toncenter['order_boc']);
    expect(isHidden).toBe(false);
  });

  it('2: shows an order that nobody approved when it was created', () => {
    const { contract, isHidden } = both({ sends: [create(false)], accounts: order }, 'multisig_create_order');
    expect(contract).toMatchObject({ is_created_by_signer: false, is_signed_by_creator: false });
    expect(isHidden).toBe(true);
    // What the reference sees stays as it sees it.
    const { actions } = classify(builtTrace([create(false)]), knownAccounts(order));
    const seen = actions.filter((action) => !action.isHidden);
    expect(seen.map(({ type, parentActionId }) => [type, parentActionId])).toEqual([
      ['call_contract', null],
      ['call_contract', null],
    ]);
  });

  it('3: says that an unstake failed which the pool never heard of', () => {
    const one = caseOf('JVault unstake');
    expect(both({ ...one, sends: altered(one.sends, 'update', 'removed') }, 'jvault_unstake').successes).toEqual([
      true,
      false,
    ]);
  });

  it('4: has what a failed swap of TONCO that began with a jetton wanted', () => {
    const payload = body(0xa7fb58f8).to('router B').uint(0n, 160).coins(55n).to('user').maybe(null);
    const refund = jettons({ from: 'router', wallet: 'router A', toWallet: 'user A', to: 'user' });
    const pay = body(0xa1daa96d).query().to('user').to('user').uint(230, 32).uint(0, 64).maybe(null);
    const swap = send('pool', body(0xa7fb58f8).query(), [send('router', pay, [refund])]);
    const sends = [
      jettons({ from: 'user', wallet: 'user A', toWallet: 'router A', to: 'router', payload, sends: [swap] }),
    ];
    const accounts = {
      'router A': walletOf('router', 'A'),
      'router B': walletOf('router', 'B'),
      'user A': walletOf('user', 'A'),
    };
    const { toncenter, contract, successes } = both({ sends, accounts }, 'jetton_swap');
    expect(toncenter).toMatchObject({ asset_out: addr('A'), min_out_amount: '100' });
    expect(contract).toMatchObject({ asset_out: addr('B'), min_out_amount: '55' });
    expect(successes).toEqual([false, false]);
  });

  it('5: has the side of a one-sided deposit to TONCO where the pool has it', () => {
    const add = body(0x3ebe5431).query().coins(0n).coins(100n).coins(1n).coins(2n).uint(0n, 128).int(0, 24).int(0, 24);
    const payload = body(0x4468de77).to('router B').coins(1n).coins(1n);
    const deposit = [send('pool', body(0x4468de77), [send('depot', add)])];
    const sends = [
      jettons({ from: 'user', wallet: 'user A', toWallet: 'router A', to: 'router', payload, sends: deposit }),
    ];
    const accounts = { 'router A': walletOf('router', 'A'), 'router B': walletOf('router', 'B') };
    const { toncenter, contract } = both({ sends, accounts }, 'dex_deposit_liquidity');
    expect(toncenter).toMatchObject({ asset_1: addr('A'), amount_1: '100', target_asset_2: addr('A') });
    expect(contract).toMatchObject({ asset_2: addr('A'), amount_2: '100', asset_1: null, amount_1: null });
  });

  it('6: writes numbers of 256 bits of LayerZero with all their digits', () => {
    const { toncenter, contract } = both(caseOf('LayerZero send'), 'layerzero_send');
    expect(toncenter['layerzero_packet_data']).toMatchObject({ guid: '0x4' });
    expect(contract['layerzero_packet_data']).toMatchObject({ guid: `0x${'4'.padStart(64, '0')}` });
    expect(contract['layerzero_send_data']).toMatchObject({ msglib: `0x${'b'.padStart(64, '0')}` });
  });

  it('7: shows a message of LayerZero to an application whose address begins with a zero', () => {
    const app = `0:${'0'.repeat(4)}${'AB'.repeat(30)}`;
    const md = () => cell().uint(0, 350);
    const path = md()
      .uint(1, 32)
      .uint(1n, 256)
      .uint(2, 32)
      .uint(BigInt(`0x${app.slice(2)}`), 256);
    const packet = md().ref(path).ref(cell()).uint(3, 64).uint(4n, 256);
    const delivery = body(0x0c7b8418).query().coins(0n).to('user').ref(md().ref(packet));
    const sends = [
      send('channel', body(0x22f3ac09), [
        send('endpoint', body(0x97df404c), [
          send('channel', body(0xb7680bc6), [send(app, delivery, [send('channel', body(0xcaae25a1))])]),
        ]),
      ]),
    ];
    const { contract, isHidden } = both({ sends }, 'layerzero_receive');
    expect(contract).toMatchObject({ oapp: app });
    expect(isHidden).toBe(true);
  });

  it('8: has the ULN of a committed packet, not its connection', () => {
    const { toncenter, contract } = both(caseOf('LayerZero commit packet'), 'layerzero_commit_packet');
    expect(toncenter).toMatchObject({ uln: addr('connection'), uln_connection: addr('connection') });
    expect(contract).toMatchObject({ uln: addr('uln'), uln_connection: addr('connection') });
  });

  it('9: has the pool of a swap.coffee position, not the position', () => {
    const { toncenter, contract } = both(caseOf('swap.coffee staking withdraw'), 'coffee_staking_withdraw');
    expect([toncenter['pool'], contract['pool']]).toEqual([addr('position'), addr('staking')]);
  });

  it('10: has the jettons that a JVault pool paid, however many there were', () => {
    const { toncenter, contract } = both(caseOf('JVault claim'), 'jvault_claim');
    expect(toncenter['claimed_rewards']).toEqual([{ jetton: addr('reward wallet'), amount: '100' }]);
    expect(contract['claimed_rewards']).toEqual([{ jetton: addr('master'), amount: '100' }]);
  });

  it('11: has the asset of a side of DeDust v2 that was not paid, where the pool is known', () => {
    const one = caseOf('DeDust v2 claim fees');
    const accounts = { ...one.accounts, pool: { dedustPool: { assets: [addr('C'), addr('B')] } } };
    const sends = altered(one.sends, 'payout', 'removed');
    const { toncenter, contract } = both({ sends, accounts }, 'dedust_v2_claim_fees');
    expect([toncenter['asset_1'], contract['asset_1']]).toEqual([null, addr('C')]);
  });

  it.each([
    ['DeDust v2 withdraw', 'dex_withdraw_liquidity', 'is_refund', false],
    ['put on sale or auction', 'nft_put_on_sale', 'marketplace_address', addr('market')],
    ['EVAA supply', 'evaa_supply', 'sender_jetton_wallet', null],
    ['swap.coffee create pool', 'coffee_create_pool', 'pool_creator_contract', addr('creator')],
  ])('12: shows what the reference stores and loses: %s', (matcher, type, key, value) => {
    const { toncenter, contract } = both(caseOf(matcher), type);
    expect([toncenter[key], contract[key]]).toEqual([null, value]);
  });
});
