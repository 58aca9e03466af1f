import { body, cell } from './body-builder.test-support.ts';
import { log, send } from './built-trace.test-support.ts';
import {
  asset4,
  asset2,
  jettonIn,
  jettonOut,
  wallets,
  swapped,
  burn,
  burnNotification,
  lpTokens,
  v2Payload,
  v2Swap,
  payNative,
  v2Payout,
  stonfiV2Request,
} from './dex-parts.test-support.ts';
import { addr, type MatcherCase } from './matcher-case.test-support.ts';

export const swapCases: readonly MatcherCase[] = [
  {
    matcher: 'STON.fi v1 swap',
    sends: [
      jettonIn(
        [
          send(
            'pool',
            body(0x25938561).query().to('user').to('router A').coins(100n).coins(1n).flag(false).ref(cell().to('user')),
            [
              send(
                'router',
                body(0xf93bb43f)
                  .query()
                  .to('user')
                  .uint(0xc64370e5, 32)
                  .ref(cell().coins(0n).to('router A').coins(100n).to('router B')),
                [jettonOut('router')],
                { name: 'pay' },
              ),
            ],
            { name: 'swap' },
          ),
        ],
        body(0x25938561).to('router B').coins(1n).to('user'),
      ),
    ],
    accounts: wallets,
    type: 'jetton_swap',
    details: { dex: 'stonfi', ...swapped, peer_swaps: [] },
    needs: ['in', 'swap', 'pay', 'out'],
  },
  {
    matcher: 'STON.fi v2 swap',
    sends: [
      jettonIn(
        [
          send(
            'pool',
            body(0x6664de2a).query().to('user').coins(100n).coins(0n).ref(stonfiV2Request('router B')),
            [
              send(
                'router',
                body(0x657b54f5)
                  .query()
                  .to('user')
                  .to('user')
                  .to('user')
                  .uint(0xc64370e5, 32)
                  .maybe(null)
                  .ref(cell().coins(0n).coins(0n).to('router A').coins(100n).to('router B')),
                [jettonOut('router')],
                { name: 'pay' },
              ),
            ],
            { name: 'swap' },
          ),
        ],
        stonfiV2Request('router B'),
      ),
    ],
    accounts: wallets,
    type: 'jetton_swap',
    details: { dex: 'stonfi_v2', ...swapped, peer_swaps: [] },
    needs: ['in', 'swap', 'pay', 'out'],
  },
  {
    matcher: 'TONCO swap',
    sends: [
      jettonIn([
        send(
          'pool',
          body(0xa7fb58f8).query(),
          [
            send(
              'router',
              body(0xa1daa96d)
                .query()
                .to('user')
                .to('user')
                .uint(200, 32)
                .uint(0, 64)
                .maybe(cell().coins(0n).to('router A').coins(100n).to('router B')),
              [jettonOut('router')],
              { name: 'pay' },
            ),
          ],
          { name: 'swap' },
        ),
      ]),
    ],
    accounts: wallets,
    type: 'jetton_swap',
    details: { dex: 'tonco', ...swapped, min_out_amount: '100' },
    needs: ['in', 'swap', 'pay', 'out'],
  },
  {
    matcher: 'DeDust swap',
    sends: [
      jettonIn(
        [
          send(
            'pool',
            body(0x61ee542d),
            [
              log(
                asset4(asset4(body(0x9c610de3), 'A'), 'B')
                  .coins(100n)
                  .coins(100n)
                  .ref(cell().to('user')),
                'event',
              ),
              send('vault B', body(0xad4eb6f5).query().ref(cell()).coins(100n), [jettonOut('vault B')], {
                name: 'payout',
              }),
            ],
            { name: 'swap' },
          ),
        ],
        body(0xe3a0d482).to('pool').flag(false).coins(1n).maybe(null),
        'vault',
      ),
    ],
    accounts: { ...wallets, pool: { dedustPool: { assets: [addr('A'), addr('B')] } } },
    type: 'jetton_swap',
    details: { dex: 'dedust', ...swapped },
    needs: ['in', 'swap', 'payout', 'out'],
  },
  {
    matcher: 'swap.coffee swap',
    sends: [
      jettonIn(
        [
          send(
            'pool',
            body(0xc0ffee20),
            [
              log(asset2(body(0xc0ffee30).query(), 'A').coins(100n).coins(100n), 'event'),
              send('vault B', body(0xc0ffee21).query().to('user').coins(100n), [jettonOut('vault B')], {
                name: 'payout',
              }),
            ],
            { name: 'swap' },
          ),
        ],
        undefined,
        'vault',
      ),
    ],
    accounts: wallets,
    type: 'jetton_swap',
    details: { dex: 'coffee', ...swapped },
    needs: ['in', 'swap', 'payout', 'out'],
  },
  {
    matcher: 'DeDust v2 swap',
    sends: [
      jettonIn(
        [log(body(0x78e79ba4).flag(true).coins(100n).coins(95n).to('user').to('user'), 'event'), jettonOut('pool')],
        v2Payload(v2Swap()),
        'pool',
      ),
    ],
    accounts: wallets,
    type: 'jetton_swap',
    details: { dex: 'dedust_v2', ...swapped, min_out_amount: '90' },
    needs: ['in', 'event', 'out'],
  },
  {
    matcher: 'DeDust v2 failed swap',
    sends: [payNative(v2Swap(), [v2Payout(200n, 40)])],
    accounts: { pool: { dedustPool: { assets: [null, addr('B')] } } },
    type: 'jetton_swap',
    details: { dex: 'dedust_v2', asset_in: null, asset_out: addr('B'), min_out_amount: '90' },
    isSuccess: false,
    needs: ['ton', 'payout'],
  },
  {
    matcher: 'swap.coffee deposit',
    sends: [
      jettonIn(
        [
          send(
            'factory',
            body(0xc0ffee27)
              .query()
              .coins(100n)
              .ref(cell())
              .ref(asset2(asset2(cell(), null), 'A'))
              .to('user')
              .ref(cell()),
            [
              send(
                'depot',
                body(0xc0ffee22),
                [
                  send('pool', body(0xc0ffee29), [
                    log(body(0xc0ffee33).query().coins(1n).coins(2n).coins(33n)),
                    lpTokens(),
                  ]),
                ],
                { name: 'deploy' },
              ),
            ],
            { name: 'request' },
          ),
        ],
        undefined,
        'vault',
      ),
    ],
    accounts: wallets,
    type: 'dex_deposit_liquidity',
    details: { dex: 'coffee', amount_2: '100', asset_2: addr('A'), target_asset_1: addr('A'), lp_tokens_minted: '33' },
    needs: ['in', 'request', 'deploy'],
  },
  {
    matcher: 'swap.coffee withdraw',
    sends: [
      send(
        'user A',
        burn(),
        [
          send('pool', burnNotification(), [
            log(body(0xc0ffee35).query().coins(11n).coins(12n).coins(30n), 'event'),
            send('vault B', body(0xc0ffee21).query().to('user').coins(11n), [jettonOut('vault B')], { name: 'first' }),
            send('ton vault', body(0xc0ffee21).query().to('user').coins(12n), [send('user', body(0xc0ffee32))], {
              name: 'second',
            }),
          ]),
        ],
        { name: 'burn' },
      ),
    ],
    accounts: wallets,
    type: 'dex_withdraw_liquidity',
    details: {
      dex: 'coffee',
      amount_1: '11',
      asset_1: addr('B'),
      amount_2: '12',
      asset_2: null,
      lp_tokens_burnt: '30',
    },
    needs: ['burn', 'event', 'first', 'second'],
  },
];
