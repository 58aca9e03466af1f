import { body, type BodyBuilder, cell } from './body-builder.test-support.ts';
import { type BuiltMessage, itemOf, log, send, walletOf } from './built-trace.test-support.ts';
import { addr, jettons, type MatcherCase } from './matcher-case.test-support.ts';

const payout = (name: string, from = 'pool'): BuiltMessage =>
  jettons({ from, wallet: `${from} wallet`, toWallet: 'wallet', to: 'user', name });
const wallet = { wallet: walletOf('user', 'master') };

const coffeeEvent = () => log(body(0xc0ffee33).query().coins(10n).coins(20n).coins(15n), 'event');
const native = (builder: BodyBuilder): BodyBuilder => builder.uint(0, 2);
const jettonAsset = (builder: BodyBuilder, name: string): BodyBuilder =>
  builder
    .uint(1, 2)
    .int(0, 8)
    .uint(BigInt(`0x${addr(name).slice(2)}`), 256);

export const coffeeCases: readonly MatcherCase[] = [
  {
    matcher: 'swap.coffee create vault',
    sends: [
      send(
        'factory',
        jettonAsset(body(0xc0ffee06).query(), 'master'),
        [
          send('vault', body(0xc0ffee22), [send('master', body(0x2c76b973), [send('vault', body(0xd1735400))])], {
            name: 'deploy',
          }),
        ],
        { name: 'create', value: 50n },
      ),
    ],
    type: 'coffee_create_vault',
    details: { source: addr('user'), vault: addr('vault'), asset: addr('master'), value: '50' },
    needs: ['create', 'deploy'],
  },
  {
    matcher: 'swap.coffee pool creator',
    sends: [creation()],
    type: 'coffee_create_pool_creator',
    details: {
      source: addr('user'),
      deposit_recipient: addr('recipient'),
      pool_creator_contract: addr('creator'),
      asset_1: null,
      asset_2: null,
      amount: '10',
    },
    needs: ['in', 'request', 'deploy'],
  },
  {
    matcher: 'swap.coffee create pool',
    sends: [
      creation([
        send(
          'factory',
          body(0xc0ffee25).query().coins(10n).coins(20n).to('second').ref(cell()).ref(cell()),
          [
            send(
              'pool',
              body(0xc0ffee22),
              [
                coffeeEvent(),
                send('lp wallet', body(0x178d4519), [], { name: 'minted' }),
                send('user', body(0xc0ffee36), [log(body(0xb216d31f))]),
              ],
              { name: 'pool' },
            ),
          ],
          { name: 'pool request' },
        ),
      ]),
    ],
    type: 'coffee_create_pool',
    details: {
      pool: addr('pool'),
      asset_1: null,
      asset_2: addr('jetton'),
      amount_1: '10',
      amount_2: '20',
      initiator_1: addr('user'),
      initiator_2: addr('second'),
      lp_tokens_minted: '15',
    },
    needs: ['in', 'pool request', 'pool', 'event', 'minted'],
  },
  {
    matcher: 'swap.coffee MEV hold',
    sends: [send('guard', body(0x6bc79e7e), [], { name: 'hold', value: 77n }), send('fees', body(0xc0ffeea0))],
    type: 'coffee_mev_protect_hold_funds',
    details: { source: addr('user'), mev_contract: addr('guard'), asset: null, amount: '77' },
    needs: ['hold'],
  },
  {
    matcher: 'swap.coffee MEV failed swap',
    sends: [send('guard', body(0xee51ce51).query().to('user'), [], { name: 'failed' })],
    type: 'coffee_mev_protect_failed_swap',
    details: { error: "unsupported action type: 'coffee_mev_protect_failed_swap'" },
    needs: ['failed'],
  },
  {
    matcher: 'swap.coffee staking deposit',
    sends: [
      jettons({
        from: 'user',
        wallet: 'wallet',
        toWallet: 'vault wallet',
        to: 'vault',
        name: 'transfer',
        sends: [
          send(
            'staking',
            body(0xf9471134),
            [log(body(0xf9471134)), send('position', body(0x23232323), [], { deploys: true, name: 'mint' })],
            { name: 'stake' },
          ),
        ],
      }),
    ],
    accounts: { 'vault wallet': walletOf('vault', 'master'), position: itemOf('staking') },
    type: 'coffee_staking_deposit',
    details: { pool: addr('staking'), amount: '100', minted_item_address: addr('position'), minted_item_index: '5' },
    needs: ['transfer', 'stake'],
  },
  {
    matcher: 'swap.coffee staking withdraw',
    sends: [
      send(
        'position',
        body(0xcb03bfaf).query(),
        [
          send(
            'staking',
            body(0xcb03bfaf).query().uint(4, 64).to('user').coins(6n).ref(cell().to('vault wallet').coins(95n)),
            [
              send('vault', body(0xcb03bfaf).query(), [payout('payout', 'vault')], { name: 'vault' }),
              log(body(0xcb03bfaf)),
            ],
            { name: 'staking' },
          ),
        ],
        { name: 'request' },
      ),
    ],
    accounts: wallet,
    type: 'coffee_staking_withdraw',
    details: {
      pool: addr('position'),
      nft_address: addr('position'),
      nft_index: '4',
      points: '6',
      amount: '95',
      asset: addr('master'),
    },
    needs: ['request', 'staking', 'vault', 'payout'],
  },
  {
    matcher: 'swap.coffee claim rewards',
    sends: [send('pool', body(0xb30c7310).query(), [log(body(0xb30c7310)), payout('payout')], { name: 'claim' })],
    accounts: wallet,
    type: 'coffee_staking_claim_rewards',
    details: { pool: addr('pool'), recipient: addr('user'), amount: '100', asset: addr('master') },
    needs: ['claim', 'payout'],
  },
];

/** TON for a pool of TON and a jetton. */
function creation(then: readonly BuiltMessage[] = []): BuiltMessage {
  const params = jettonAsset(native(body(0xc0ffee02).query().coins(10n)), 'jetton')
    .uint(0, 3)
    .maybe(null)
    .to('recipient')
    .flag(false)
    .maybe(null)
    .flag(true)
    .maybe(null);
  return send(
    'vault',
    params,
    [
      send('factory', body(0xc0ffee23), [send('creator', body(0xc0ffee22), then, { name: 'deploy' })], {
        name: 'request',
      }),
    ],
    { name: 'in' },
  );
}
