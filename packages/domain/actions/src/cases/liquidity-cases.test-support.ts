import { body, cell } from './body-builder.test-support.ts';
import { itemOf, send } from './built-trace.test-support.ts';
import { jettonIn, jettonOut, wallets, burn, burnNotification, lpTokens } from './dex-parts.test-support.ts';
import { addr, jettons, type MatcherCase } from './matcher-case.test-support.ts';

export const liquidityCases: readonly MatcherCase[] = [
  {
    matcher: 'STON.fi v2 provide',
    sends: [
      jettonIn([
        send(
          'pool',
          body(0x37c096df).query().to('user').coins(0n).coins(100n),
          [send('depot', body(0x50c6a654), [send('pool', body(0x06ecd527), [lpTokens()])], { name: 'add' })],
          { name: 'provide' },
        ),
      ]),
    ],
    accounts: wallets,
    type: 'dex_deposit_liquidity',
    details: { dex: 'stonfi_v2', amount_1: '100', asset_1: addr('A'), pool: addr('pool'), lp_tokens_minted: '33' },
    needs: ['in', 'provide', 'add'],
  },
  {
    matcher: 'STON.fi v2 withdraw liquidity',
    sends: [
      send(
        'user A',
        burn(),
        [
          send('pool', burnNotification(), [
            send(
              'pool 2',
              body(0x297437cf),
              [
                send('router', body(0x657b54f5), [jettonOut('router')], { name: 'pay' }),
                send('router', body(0x657b54f5), [
                  jettons({ from: 'router', wallet: 'router A', toWallet: 'pool A', to: 'pool', amount: 5n }),
                ]),
              ],
              { name: 'burnt' },
            ),
          ]),
        ],
        { name: 'burn' },
      ),
    ],
    accounts: wallets,
    type: 'dex_withdraw_liquidity',
    details: {
      dex: 'stonfi_v2',
      amount_1: '100',
      asset_1: addr('B'),
      amount_2: '5',
      asset_2: addr('A'),
      lp_tokens_burnt: '30',
      pool: addr('pool 2'),
    },
    needs: ['burn', 'burnt'],
  },
  {
    matcher: 'TONCO deposit',
    sends: [
      jettonIn(
        [
          send(
            'pool',
            body(0x4468de77),
            [
              send(
                'depot',
                body(0x3ebe5431)
                  .query()
                  .coins(100n)
                  .coins(0n)
                  .coins(101n)
                  .coins(202n)
                  .uint(0n, 128)
                  .int(-60, 24)
                  .int(60, 24),
                [
                  send('pool', body(0x81702ef8), [
                    send(
                      'position',
                      body(0xd5ecca2a)
                        .query()
                        .to('user')
                        .uint(77n, 128)
                        .int(-60, 24)
                        .int(60, 24)
                        .ref(cell().uint(0n, 256).uint(0n, 256).uint(12, 64)),
                      [],
                      { deploys: true },
                    ),
                  ]),
                ],
                { name: 'add' },
              ),
            ],
            { name: 'fund' },
          ),
        ],
        body(0x4468de77).to('router B').coins(1n).coins(1n),
      ),
    ],
    accounts: { ...wallets, position: itemOf('pool') },
    type: 'dex_deposit_liquidity',
    details: {
      dex: 'tonco',
      amount_1: '100',
      asset_1: addr('A'),
      target_asset_2: addr('B'),
      target_amount_2: '202',
      lp_tokens_minted: '77',
      nft_index: '12',
      tick_lower: '-60',
    },
    needs: ['in', 'fund', 'add'],
  },
  {
    matcher: 'TONCO deploy pool',
    sends: [
      send(
        'router',
        body(0x2e3034ef)
          .query()
          .to('router A')
          .to('router B')
          .int(60, 24)
          .uint(1n << 96n, 160)
          .uint(1_000, 16)
          .uint(30, 16)
          .uint(31, 16)
          .ref(cell())
          .ref(cell())
          .ref(cell().to('A').to('B').to(null)),
        [
          send(
            'pool',
            body(0x441c39ed)
              .query()
              .flag(false)
              .flag(false)
              .to(null)
              .flag(false)
              .to(null)
              .flag(true)
              .int(60, 24)
              .flag(true)
              .uint(1n, 160)
              .flag(true)
              .flag(true),
            [],
            { name: 'init' },
          ),
        ],
        { name: 'create' },
      ),
    ],
    type: 'tonco_deploy_pool',
    details: {
      source: addr('user'),
      pool: addr('pool'),
      router: addr('router'),
      jetton_minter_1: addr('A'),
      jetton_minter_2: addr('B'),
      tick_spacing: '60',
      protocol_fee: '1000',
      pool_active: true,
    },
    needs: ['create', 'init'],
  },
  {
    matcher: 'TONCO withdraw',
    sends: [
      send(
        'pool',
        body(0x530b5f2c).query().uint(8, 64).uint(66n, 128).int(-60, 24).int(60, 24),
        [
          send(
            'position',
            body(0x46ca335a).query().to('user'),
            [
              send(
                'pool',
                body(0xd73ac09d).query().to('user').uint(8, 64),
                [
                  send(
                    'router',
                    body(0xa1daa96d)
                      .query()
                      .to('user')
                      .to('user')
                      .uint(201, 32)
                      .uint(0, 64)
                      .maybe(cell().coins(3n).to('router A').coins(100n).to('router B')),
                    [jettonOut('router')],
                    { name: 'pay' },
                  ),
                ],
                { name: 'burn' },
              ),
            ],
            { name: 'position' },
          ),
        ],
        { name: 'start' },
      ),
    ],
    accounts: wallets,
    type: 'dex_withdraw_liquidity',
    details: { dex: 'tonco', lp_tokens_burnt: '66', burnt_nft_index: '8', burnt_nft_address: addr('position') },
    needs: ['start', 'position', 'burn', 'pay'],
  },
];
