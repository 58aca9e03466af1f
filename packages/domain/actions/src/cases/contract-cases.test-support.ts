import { body, cell, comment } from './body-builder.test-support.ts';
import { send, walletOf } from './built-trace.test-support.ts';
import { addr, jettons, type MatcherCase } from './matcher-case.test-support.ts';

const elector = `-1:${'3'.repeat(64)}`;
const usde = '0:086FA2A675F74347B08DD4606A549B8FDB98829CB282BC1949D3B12FBAED9DCC';
const stakedUsde = '0:D0E545323C7ACB7102653C073377F7E3C67F122EB94D430A250739F109D4A57D';
const oneTon = 1_000_000_000n;

const internal = (amount: bigint, from = 'user') =>
  body(0x178d4519).query().coins(amount).to(from).to(from).coins(1n).nothing();
const burn = (amount: bigint) => body(0x595f07bc).query().coins(amount).to('user').maybe(null);
const burnNotification = (amount: bigint) => body(0x7bdd97de).query().coins(amount).to('user').to('user');
const order = { order: { multisigOrder: { signers: [addr('signer')] } } };
const pool = { pool: { isNominatorPool: true } };

export const contractCases: readonly MatcherCase[] = [
  {
    matcher: 'liquid staking deposit',
    sends: [
      send(
        'pool',
        body(0x47d54391).query(),
        [send('minter', body(0x1674b0a0), [send('wallet', internal(900n), [], { name: 'minted' })], { name: 'mint' })],
        { name: 'deposit', value: 11n * oneTon },
      ),
    ],
    type: 'stake_deposit',
    details: {
      provider: 'liquid_staking',
      stake_holder: addr('user'),
      pool: addr('pool'),
      amount: String(10n * oneTon),
      tokens_minted: '900',
      asset: addr('minter'),
    },
    needs: ['deposit', 'mint', 'minted'],
  },
  {
    matcher: 'liquid staking burn',
    sends: [
      send(
        'wallet',
        burn(50n),
        [
          send(
            'minter',
            burnNotification(50n),
            [
              send('pool', body(0x319b0cdc), [send('user', body(0x0a77535c), [], { name: 'payout', value: 60n })], {
                name: 'request',
                value: 10n,
              }),
            ],
            { name: 'notification' },
          ),
        ],
        { name: 'burn' },
      ),
    ],
    type: 'stake_withdrawal',
    details: {
      stake_holder: addr('user'),
      pool: addr('pool'),
      amount: '50',
      tokens_burnt: '50',
      asset: addr('minter'),
    },
    needs: ['burn', 'notification', 'request', 'payout'],
    failsWith: ['burn'],
  },
  {
    matcher: 'liquid staking delayed payout',
    sends: [
      send('pool', body(0x51515151), [
        send('collection', body(0x1140a64f), [
          send(
            'bill',
            body(0xf127fe4e),
            [
              send(
                'collection',
                body(0xed58b0b2).query().coins(40n).to('holder'),
                [send('holder', body(0xdb3b8abd), [], { name: 'payout', value: 44n })],
                { name: 'burnt' },
              ),
            ],
            { name: 'start' },
          ),
        ]),
      ]),
    ],
    type: 'stake_withdrawal',
    details: {
      stake_holder: addr('holder'),
      pool: addr('pool'),
      amount: '44',
      tokens_burnt: '40',
      payout_nft: addr('bill'),
      asset: null,
    },
    needs: ['start', 'burnt', 'payout'],
  },
  {
    matcher: 'nominator pool deposit',
    sends: [send('pool', comment('d'), [send('user', body(0xd53276db))], { name: 'deposit', value: 30n })],
    accounts: pool,
    type: 'stake_deposit',
    details: { provider: 'nominator', stake_holder: addr('user'), pool: addr('pool'), amount: '30', asset: null },
    needs: ['deposit'],
    failsWith: ['deposit'],
  },
  {
    matcher: 'nominator pool withdraw request',
    sends: [
      send('pool', comment('w'), [send('user', comment(''), [], { value: 500n })], { name: 'request', value: 30n }),
    ],
    accounts: pool,
    type: 'stake_withdrawal',
    details: { provider: 'nominator', amount: '500', pool: addr('pool') },
    needs: ['request'],
    failsWith: ['request'],
  },
  {
    matcher: 'nominator pool withdraw by the owner',
    sends: [
      send('pool', body(2), [send('nominator', comment(''), [], { name: 'payout', value: 500n })], { name: 'command' }),
    ],
    accounts: pool,
    type: 'stake_withdrawal',
    details: { provider: 'nominator', stake_holder: addr('nominator'), amount: '500' },
    needs: ['command', 'payout'],
  },
  {
    matcher: 'Ethena deposit',
    sends: [
      jettons({
        from: 'user',
        wallet: 'wallet',
        toWallet: 'vault wallet',
        to: 'vault',
        name: 'transfer',
        sends: [
          send(
            stakedUsde,
            body(0x642b7d07).query().to('user').coins(1n).ref(cell()),
            [send('staked wallet', internal(90n))],
            {
              name: 'mint',
            },
          ),
        ],
      }),
    ],
    accounts: { 'vault wallet': walletOf('vault', usde), 'staked wallet': walletOf('user', stakedUsde) },
    type: 'stake_deposit',
    details: { provider: 'ethena', pool: addr('vault'), asset: stakedUsde, source_asset: usde, tokens_minted: '90' },
    needs: ['transfer', 'mint'],
  },
  {
    matcher: 'Ethena withdrawal request',
    sends: [
      send(
        'wallet',
        body(0x0f8a7ea5).query().coins(80n).to('staked').to('user').maybe(null).coins(1n).nothing(),
        [
          send(
            'staked',
            internal(80n),
            [
              send(
                'vault',
                body(0x7362d09c).query().coins(80n).to('user').nothing(),
                [
                  send(
                    'locked',
                    body(0x642b7d07).query().to('user').coins(1n).ref(cell()),
                    [
                      send(
                        'locked wallet',
                        body(0xb2583ed5).query().coins(70n).to(null).to('user').coins(1n).nothing(),
                        [],
                        {
                          name: 'credit',
                        },
                      ),
                    ],
                    { name: 'mint' },
                  ),
                ],
                { name: 'notification' },
              ),
            ],
            { name: 'received' },
          ),
        ],
        { name: 'transfer' },
      ),
    ],
    accounts: { wallet: walletOf('user', 'staked'), 'locked wallet': walletOf('user', 'locked') },
    type: 'stake_withdrawal_request',
    details: {
      provider: 'ethena',
      stake_holder: addr('user'),
      pool: addr('vault'),
      asset: addr('staked'),
      tokens_minted: '70',
    },
    needs: ['transfer', 'received', 'notification', 'mint', 'credit'],
  },
  {
    matcher: 'multisig create order',
    sends: [
      send(
        'multisig',
        body(0xf718510f).query().uint(3n, 256).flag(true).uint(2, 8).uint(99, 48).ref(cell().uint(1, 8)),
        [
          send(
            'order',
            body(0x9c73fba2)
              .query()
              .uint(1, 8)
              .ref(cell().uint(9, 8))
              .uint(99, 48)
              .ref(cell().uint(1, 8))
              .flag(true)
              .uint(2, 8),
            [],
            { name: 'init' },
          ),
        ],
        { name: 'create' },
      ),
    ],
    accounts: order,
    type: 'multisig_create_order',
    details: {
      order_seqno: '3',
      is_created_by_signer: true,
      creator_index: 2,
      expiration_date: 99,
      destination_order: addr('order'),
    },
    needs: ['create', 'init'],
  },
  {
    matcher: 'multisig approve',
    sends: [
      send(
        'order',
        body(0xa762230f).query().uint(4, 8),
        [send('user', body(0x82609bf6).query(), [], { name: 'answer' })],
        {
          name: 'approve',
        },
      ),
    ],
    accounts: order,
    type: 'multisig_approve',
    details: { signer_index: 4, exit_code: 0, source: addr('user'), destination: addr('order') },
    needs: ['approve', 'answer'],
  },
  {
    matcher: 'multisig execute',
    sends: [
      send('order', body(0x33333333), [
        send(
          'multisig',
          body(0x75097f5d).query().uint(3n, 256).uint(99, 48).uint(2, 8).uint(5n, 256).ref(cell().uint(1, 8)),
          [],
          { name: 'execute' },
        ),
      ]),
    ],
    accounts: order,
    type: 'multisig_execute',
    details: { order_seqno: '3', approvals_num: 2, source: addr('order'), destination: addr('multisig') },
    needs: ['execute'],
    failsWith: ['execute'],
  },
  {
    matcher: 'vesting send message',
    sends: [
      send(
        'vesting',
        body(0xa7733acd)
          .query()
          .uint(3, 8)
          .ref(cell().uint(0b011000, 6).to('friend').coins(55n).flag(false).coins(0n).coins(0n).uint(0, 96).uint(0, 2)),
        [send('user', body(0xf7733acd).query(), [], { name: 'answer' }), send('friend', cell(), [], { name: 'sent' })],
        { name: 'request' },
      ),
    ],
    type: 'vesting_send_message',
    details: { vesting: addr('vesting'), destination: addr('friend'), amount: '55', query_id: '7' },
    needs: ['request', 'answer'],
  },
  {
    matcher: 'vesting whitelist',
    sends: [
      send(
        'vesting',
        body(0x7258a69b).query().to('first').ref(cell().to('second')),
        [send('user', body(0xf258a69b).query(), [], { name: 'answer' })],
        { name: 'request' },
      ),
    ],
    type: 'vesting_add_whitelist',
    details: { accounts_added: [addr('first'), addr('second')], vesting: addr('vesting') },
    needs: ['request', 'answer'],
  },
  {
    matcher: 'election deposit',
    sends: [
      send(elector, body(0x4e73744b).query(), [send('user', body(0xf374484c).query())], { name: 'deposit', value: 9n }),
    ],
    type: 'election_deposit',
    details: { stake_holder: addr('user'), amount: '9' },
    needs: ['deposit'],
  },
  {
    matcher: 'election recover',
    sends: [
      send(elector, body(0x47657424).query(), [send('user', body(0xf96f7324).query(), [], { value: 12n })], {
        name: 'recover',
      }),
    ],
    type: 'election_recover',
    details: { stake_holder: addr('user'), amount: '12' },
    needs: ['recover'],
  },
  {
    matcher: 'subscribe',
    sends: [
      send('user', body(0x706c7567).query().coins(21n), [
        send(
          'subscription',
          body(0xf06c7567).query(),
          [send('beneficiary', body(0x73756273), [], { name: 'payment' })],
          {
            name: 'subscribe',
          },
        ),
      ]),
    ],
    type: 'subscribe',
    details: {
      subscriber: addr('user'),
      beneficiary: addr('beneficiary'),
      subscription: addr('subscription'),
      amount: '21',
    },
    needs: ['subscribe', 'payment'],
  },
  {
    matcher: 'unsubscribe',
    sends: [send('subscription', body(0x64737472), [send('beneficiary', body(0x64737472))], { name: 'destroy' })],
    type: 'unsubscribe',
    details: { subscriber: addr('user'), beneficiary: addr('beneficiary'), subscription: addr('subscription') },
    needs: [],
    misses: [[send('subscription', body(0x64737473), [send('beneficiary', body(0x64737471))])]],
  },
];
