import { body, cell, comment } from './body-builder.test-support.ts';
import { type BuiltMessage, log, send } from './built-trace.test-support.ts';
import {
  asset4,
  jettonIn,
  jettonOut,
  wallets,
  burn,
  burnNotification,
  lpTokens,
  v2Payload,
  v2Deposit,
  payNative,
  v2Payout,
} from './dex-parts.test-support.ts';
import { addr, type MatcherCase } from './matcher-case.test-support.ts';

export const dedustCases: readonly MatcherCase[] = [
  {
    matcher: 'DeDust v2 withdraw',
    sends: [
      send(
        'pool',
        body(0x20b5ef89).query().coins(50n).coins(1n).coins(1n).flag(false).ref(cell()),
        [
          send(
            'position',
            body(0xbc1531a9),
            [
              send('pool', body(0xf6f6a3aa), [log(body(0xc0d77b54).coins(49n)), jettonOut('pool'), v2Payout(20n)], {
                name: 'exit',
              }),
            ],
            { name: 'burn' },
          ),
        ],
        { name: 'withdraw' },
      ),
    ],
    accounts: wallets,
    type: 'dex_withdraw_liquidity',
    details: {
      dex: 'dedust_v2',
      amount_1: '100',
      asset_1: addr('B'),
      amount_2: '20',
      asset_2: null,
      lp_tokens_burnt: '49',
    },
    needs: ['withdraw', 'burn', 'exit'],
  },
  {
    matcher: 'DeDust v2 deposit',
    sends: [
      payNative(v2Deposit(), [send('depot', body(0xdc5ddba1).query().flag(false).coins(200n))]),
      jettonIn(
        [
          send(
            'depot',
            body(0xdc5ddba1).query().flag(true).coins(100n),
            [
              send(
                'pool',
                body(0x25251ee0).query().ref(cell()).coins(100n).coins(200n).to('user'),
                [log(body(0x35df2e12).coins(99n).coins(198n).coins(44n), 'event'), send('position', body(0x855afcbd))],
                { name: 'join' },
              ),
            ],
            { name: 'credit' },
          ),
        ],
        v2Payload(v2Deposit()),
        'pool',
      ),
    ],
    accounts: wallets,
    type: 'dex_deposit_liquidity',
    details: {
      dex: 'dedust_v2',
      amount_1: '99',
      asset_1: addr('A'),
      amount_2: '198',
      asset_2: null,
      lp_tokens_minted: '44',
      target_amount_1: '100',
      target_amount_2: '200',
      pool: addr('pool'),
      destination_liquidity: addr('depot'),
    },
    needs: ['in', 'credit', 'join', 'event'],
  },
  {
    matcher: 'DeDust v2 rejected deposit',
    sends: [
      payNative(v2Deposit(), [
        send(
          'depot',
          body(0xdc5ddba1).query().flag(false).coins(200n),
          [
            send('pool', body(0x25251ee0).query().ref(cell()).coins(100n).coins(200n).to('user'), [v2Payout(200n)], {
              name: 'join',
            }),
          ],
          { name: 'credit' },
        ),
      ]),
    ],
    type: 'dex_deposit_liquidity',
    details: { dex: 'dedust_v2', amount_2: '200', vault_excesses: [{ asset: null, amount: '200' }] },
    isSuccess: false,
    needs: ['ton', 'credit', 'join', 'payout'],
  },
  {
    matcher: 'DeDust v2 partial deposit',
    sends: [
      payNative(v2Deposit(), [send('depot', body(0xdc5ddba1).query().flag(false).coins(200n), [], { name: 'credit' })]),
    ],
    type: 'dex_deposit_liquidity',
    details: {
      dex: 'dedust_v2',
      amount_2: '200',
      asset_2: null,
      pool: addr('pool'),
      destination_liquidity: addr('depot'),
    },
    needs: ['ton', 'credit'],
  },
  {
    matcher: 'DeDust v2 claim fees',
    sends: [
      send(
        'pool',
        body(0x5652f1df).query().to('user'),
        [
          send(
            'position',
            body(0x25f19752),
            [
              send(
                'pool',
                body(0x29ff1bcf).query().coins(7n).coins(100n).to('user').to('user'),
                [v2Payout(7n), jettonOut('pool')],
                {
                  name: 'fees',
                },
              ),
            ],
            { name: 'claim' },
          ),
        ],
        { name: 'request' },
      ),
    ],
    accounts: wallets,
    type: 'dedust_v2_claim_fees',
    details: { amount_1: '7', asset_1: null, amount_2: '100', asset_2: addr('B'), position: addr('position') },
    needs: ['request', 'claim', 'fees'],
  },
  {
    matcher: 'DeDust v2 claim reward',
    sends: [
      send(
        'pool',
        body(0x909fdb65).query().uint(1, 2).to('user'),
        [
          send(
            'position',
            body(0x2e0cccba),
            [
              send('pool', body(0x9e17fbbe).query().coins(100n).uint(1, 2).to('user').to('user'), [jettonOut('pool')], {
                name: 'reward',
              }),
            ],
            { name: 'claim' },
          ),
        ],
        { name: 'request' },
      ),
    ],
    accounts: wallets,
    type: 'dedust_v2_claim_reward',
    details: { amount: '100', asset: addr('B'), position: addr('position'), user_jetton_wallet: addr('user B') },
    needs: ['request', 'claim', 'reward'],
  },
  {
    matcher: 'DeDust deposit of the final asset',
    sends: [dedustDeposit([finalDedust()])],
    type: 'dex_deposit_liquidity',
    details: {
      dex: 'dedust',
      amount_1: '100',
      asset_1: null,
      pool: addr('pool'),
      lp_tokens_minted: '33',
      vault_excesses: [{ asset: null, amount: '4' }],
      target_asset_2: addr('B'),
    },
    needs: ['deposit', 'forward', 'put', 'final', 'minted'],
  },
  {
    matcher: 'DeDust deposit of the first asset',
    sends: [dedustDeposit([])],
    type: 'dex_deposit_liquidity',
    details: { dex: 'dedust', amount_1: '100', asset_1: null, pool: null, target_amount_2: '210' },
    needs: ['deposit', 'forward', 'put', 'depot'],
  },
  {
    matcher: 'DeDust withdraw',
    sends: [
      send(
        'user A',
        burn(),
        [
          send(
            'pool',
            burnNotification(),
            [
              send('ton vault', body(0xad4eb6f5).query().ref(cell()).coins(40n), [send('user', body(0x474f86cf))], {
                name: 'first',
              }),
              send('vault B', body(0xad4eb6f5).query().ref(cell()).coins(100n), [jettonOut('vault B')], {
                name: 'second',
              }),
            ],
            { name: 'notification' },
          ),
        ],
        { name: 'burn' },
      ),
    ],
    accounts: wallets,
    type: 'dex_withdraw_liquidity',
    details: {
      dex: 'dedust',
      amount_1: '40',
      asset_1: null,
      amount_2: '100',
      asset_2: addr('B'),
      lp_tokens_burnt: '30',
    },
    needs: ['burn', 'notification', 'first', 'second', 'out'],
  },
];

/** TON for a pool of TON and B, up to the contract that waits for both. */
function dedustDeposit(then: readonly BuiltMessage[]): BuiltMessage {
  const targets = cell().coins(0n).coins(110n).coins(210n);
  return send(
    'ton vault',
    asset4(asset4(body(0xd55e4686).query().coins(100n).flag(false), null), 'B').ref(targets),
    [
      send(
        'factory',
        body(0xf04ec526),
        [
          send('depot', body(0x9b3aa3fa), [], { name: 'depot' }),
          send('depot', body(0x54240fe5), then, { name: 'put' }),
        ],
        { name: 'forward' },
      ),
    ],
    { name: 'deposit' },
  );
}

function finalDedust(): BuiltMessage {
  const assets = asset4(asset4(cell(), null).coins(100n), 'B').coins(200n);
  return send(
    'pool',
    body(0xb56b9598).query().ref(cell()).to('user').coins(1n).ref(assets),
    [
      lpTokens(),
      send('depot', body(0xaae79256), [
        send('user', comment('')),
        send('ton vault', body(0x6b0b787f), [send('user', body(0x474f86cf), [], { value: 4n })]),
      ]),
    ],
    { name: 'final' },
  );
}
