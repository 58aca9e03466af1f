import { buildHashmap } from '@tonriver/chain-model';
import { bagOf, body, type BodyBuilder, cell, comment, type HasCell } from './body-builder.test-support.ts';
import { type BuiltMessage, send, walletOf } from './built-trace.test-support.ts';
import { addr, jettons, type MatcherCase } from './matcher-case.test-support.ts';

/** The header of a message to a user's contract of EVAA. */
const evaaUser = (code: number): BodyBuilder => cell().coins(1n).maybe(null).uint(0, 2).uint(code, 32).query();
const evaaAsset = 0xabcn;

const payout = (name: string, from = 'pool'): BuiltMessage =>
  jettons({ from, wallet: `${from} wallet`, toWallet: 'wallet', to: 'user', name });
const wallet = { wallet: walletOf('user', 'master') };

const stakeData = {
  'stake wallet': { data: bagOf(cell().to('pool').to('stake master')) },
  pool: { data: bagOf(cell().flag(true).uint(0, 32).to('admin').to('creator').to('lock wallet')) },
  'lock wallet': walletOf('pool', 'master'),
};
const approval = (): BuiltMessage => send('stake wallet', body(0xae9307ce), [], { name: 'approval' });
const referrals = (): BuiltMessage =>
  send('referrer', body(0x55c35b40), [send('referrer 2', body(0x55c35b40), [send('pool', body(0x076ee4e0))])]);

export const protocolCases: readonly MatcherCase[] = [
  {
    matcher: 'EVAA supply',
    sends: [
      send(
        'master',
        body(0x1).query().int(0, 2).uint(500, 64).to('user'),
        [
          send(
            'user contract',
            evaaUser(0x11).uint(evaaAsset, 256).uint(500, 64),
            [
              send(
                'master',
                body(0x11a).query().to('user').uint(evaaAsset, 256).uint(499, 64),
                [send('user', comment('EVAA supply.'))],
                {
                  name: 'done',
                },
              ),
            ],
            { name: 'user' },
          ),
        ],
        { name: 'supply' },
      ),
    ],
    type: 'evaa_supply',
    details: {
      asset_id: '0xabc',
      is_ton: true,
      source: addr('user'),
      recipient: addr('user'),
      recipient_contract: addr('user contract'),
      master: addr('master'),
      amount: '499',
    },
    needs: ['supply', 'user', 'done'],
  },
  {
    matcher: 'EVAA withdraw',
    sends: [
      send(
        'master',
        body(0x2).query().uint(evaaAsset, 256).uint(500, 64).to('user'),
        [
          send(
            'user contract',
            evaaUser(0x21),
            [
              send(
                'master',
                body(0x211).query().to('user').uint(evaaAsset, 256).uint(490, 64),
                [
                  send('user contract', evaaUser(0x211a), [send('user', comment(''))], { name: 'done' }),
                  payout('payout', 'master'),
                ],
                { name: 'outcome' },
              ),
            ],
            { name: 'user' },
          ),
        ],
        { name: 'withdraw' },
      ),
    ],
    accounts: { wallet: walletOf('user', 'jetton') },
    type: 'evaa_withdraw',
    details: {
      recipient: addr('user'),
      owner_contract: addr('user contract'),
      asset: addr('jetton'),
      amount: '490',
      fail_reason: null,
      recipient_jetton_wallet: addr('wallet'),
      master_jetton_wallet: addr('master wallet'),
    },
    needs: ['withdraw', 'user', 'outcome', 'done', 'payout'],
  },
  {
    matcher: 'EVAA liquidate',
    sends: [
      send(
        'master',
        body(0x3).query().to('borrower').to('user').uint(evaaAsset, 256).uint(1, 64).int(0, 2).uint(70, 64),
        [
          send(
            'user contract',
            evaaUser(0x31),
            [
              send(
                'master',
                body(0x311)
                  .query()
                  .to('borrower')
                  .to('user')
                  .uint(1n, 256)
                  .ref(
                    cell()
                      .uint(0, 64)
                      .uint(60, 64)
                      .uint(0, 64)
                      .uint(0, 64)
                      .uint(evaaAsset, 256)
                      .uint(0, 64)
                      .uint(55, 64),
                  ),
                [
                  send('user contract', evaaUser(0x311a), [], { name: 'success' }),
                  send('user', body(0x311d), [], { name: 'report' }),
                ],
                { name: 'outcome' },
              ),
            ],
            { name: 'user' },
          ),
        ],
        { name: 'liquidate' },
      ),
    ],
    type: 'evaa_liquidate',
    details: {
      fail_reason: null,
      debt_amount: '60',
      amount: '55',
      borrower: addr('borrower'),
      borrower_contract: addr('user contract'),
      asset_id: '0xabc',
      is_known_asset: false,
    },
    needs: ['liquidate', 'user', 'outcome', 'success', 'report'],
  },
  {
    matcher: 'JVault stake',
    sends: [
      jettons({
        from: 'user',
        wallet: 'wallet',
        toWallet: 'lock wallet',
        to: 'pool',
        payload: body(0x1).uint(2_592_000, 32),
        name: 'transfer',
        sends: [
          send(
            'stake wallet',
            body(0xd68a4ac1),
            [send('pool', body(0xf5c5baa3), [referrals(), approval()], { name: 'update' })],
            { name: 'stake' },
          ),
          send('notified', body(0x383411ea)),
        ],
      }),
    ],
    accounts: { 'lock wallet': walletOf('pool', 'master') },
    type: 'jvault_stake',
    details: {
      period: 2_592_000,
      stake_wallet: addr('stake wallet'),
      pool: addr('pool'),
      amount: '100',
      asset: addr('master'),
    },
    needs: ['transfer', 'stake', 'update', 'approval'],
    failsWith: ['stake', 'update'],
  },
  {
    matcher: 'JVault unstake',
    sends: [
      send(
        'stake wallet',
        body(0x499a9262).query().coins(30n).flag(false),
        [
          send('pool', body(0xf5c5baa3), [referrals(), send('fees', comment('')), payout('payout'), approval()], {
            name: 'update',
          }),
        ],
        { name: 'unstake' },
      ),
    ],
    accounts: { ...stakeData, ...wallet },
    type: 'jvault_unstake',
    details: {
      stake_wallet: addr('stake wallet'),
      pool: addr('pool'),
      amount: '30',
      exit_code: null,
      asset: addr('master'),
      staking_asset: addr('stake master'),
    },
    needs: ['unstake'],
  },
  {
    matcher: 'JVault unstake request',
    sends: [
      send(
        'stake wallet',
        body(0x0168d4b7).query().coins(30n),
        [send('pool', body(0xf5c5baa3), [approval()], { name: 'update' })],
        { name: 'request' },
      ),
    ],
    accounts: stakeData,
    type: 'jvault_unstake_request',
    details: { stake_wallet: addr('stake wallet'), pool: addr('pool'), amount: '30', asset: addr('master') },
    needs: ['request'],
    failsWith: ['request', 'update'],
  },
  {
    matcher: 'JVault claim',
    sends: [
      send(
        'stake wallet',
        body(0x78d9f109)
          .query()
          .maybe(walletsDictionary(['reward wallet'])),
        [send('pool', body(0x44bc1fe3), [payout('payout'), approval()], { name: 'claim' })],
        { name: 'request' },
      ),
    ],
    accounts: wallet,
    type: 'jvault_claim',
    details: {
      claimed_rewards: [{ jetton: addr('reward wallet'), amount: '100' }],
      stake_wallet: addr('stake wallet'),
      pool: addr('pool'),
    },
    needs: ['request', 'claim', 'payout', 'approval'],
  },
];

/** A dictionary whose keys are addresses. */
function walletsDictionary(names: readonly string[]): HasCell {
  const entries = names.map((name) => ({ key: cell().to(name).cell.bits, value: null }));
  const kind = { keyBits: 267, loadValue: () => null, storeValue: () => undefined };
  return { cell: buildHashmap(entries, kind)! };
}
