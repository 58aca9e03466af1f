import { body, cell, comment } from './body-builder.test-support.ts';
import { log, send, walletOf } from './built-trace.test-support.ts';
import { addr, type MatcherCase } from './matcher-case.test-support.ts';

const pton = '0:8CDC1D7640AD5EE326527FC1AD0514F468B30DC84B0173F0E155F451B4E11F7C';

const transfer = () => body(0x0f8a7ea5).query().coins(100n).to('friend').to('user').maybe(null).coins(1n);
const internal = (amount = 100n) => body(0x178d4519).query().coins(amount).to('user').to('user').coins(1n).nothing();
const excesses = () => body(0xd53276db).query();
const burn = () => body(0x595f07bc).query().coins(30n).to('user').maybe(null);
const burnNotification = () => body(0x7bdd97de).query().coins(30n).to('user').to('user');

export const jettonCases: readonly MatcherCase[] = [
  {
    matcher: 'jetton transfer',
    sends: [
      send(
        'wallet',
        transfer().either(comment('thanks')),
        [send('wallet 2', internal(), [send('user', excesses())], { name: 'internal' })],
        { name: 'transfer' },
      ),
    ],
    accounts: { 'wallet 2': walletOf('friend', 'master') },
    type: 'jetton_transfer',
    details: {
      asset: addr('master'),
      sender: addr('user'),
      receiver: addr('friend'),
      sender_jetton_wallet: addr('wallet'),
      receiver_jetton_wallet: addr('wallet 2'),
      amount: '100',
      comment: 'thanks',
    },
    needs: ['transfer', 'internal'],
    failsWith: ['transfer', 'internal'],
  },
  {
    matcher: 'pTON transfer',
    sends: [
      send(
        'wallet',
        transfer().nothing(),
        [send('friend', body(0x7362d09c).query().coins(100n).to('user').nothing())],
        {
          name: 'transfer',
        },
      ),
    ],
    accounts: { wallet: walletOf('friend', pton) },
    type: 'jetton_transfer',
    details: { asset: pton, receiver: addr('friend'), sender_jetton_wallet: null, amount: '100' },
    needs: ['transfer'],
    failsWith: ['transfer'],
  },
  {
    matcher: 'jetton burn',
    sends: [send('wallet', burn(), [send('master', burnNotification())], { name: 'burn' })],
    accounts: { wallet: walletOf('user', 'master') },
    type: 'jetton_burn',
    details: { owner: addr('user'), owner_jetton_wallet: addr('wallet'), asset: addr('master'), amount: '30' },
    needs: ['burn'],
    failsWith: ['burn'],
  },
  {
    matcher: 'jetton mint',
    sends: [
      send(
        'master',
        body(0x642b7d07).query().to('friend').coins(9n).ref(cell()),
        [send('wallet 2', internal(500n), [], { name: 'internal' })],
        { name: 'mint' },
      ),
    ],
    accounts: { 'wallet 2': walletOf('friend', 'master') },
    type: 'jetton_mint',
    details: {
      asset: addr('master'),
      receiver: addr('friend'),
      receiver_jetton_wallet: addr('wallet 2'),
      amount: '500',
      ton_amount: '9',
    },
    needs: ['mint'],
    failsWith: ['internal'],
  },
  {
    matcher: 'tgBTC mint',
    sends: [
      send(
        'teleport',
        body(0x3f781d24).query(),
        [
          send('step', body(0x498af388), [
            send(
              'teleport',
              body(0xe42a879b),
              [
                log(body(0x77a80ef3).coins(9_700n).to('friend').uint(0xabcdefn, 256), 'log'),
                send(
                  'master',
                  body(0x642b7d07).query().to('friend').coins(9n).ref(cell()),
                  [send('wallet 2', internal(9_700n), [])],
                  { name: 'mint' },
                ),
              ],
              { name: 'tail' },
            ),
          ]),
        ],
        { name: 'head' },
      ),
    ],
    accounts: { 'wallet 2': walletOf('friend', 'master') },
    type: 'tgbtc_mint',
    details: {
      source: addr('user'),
      destination: addr('friend'),
      amount: '9700',
      asset: addr('master'),
      bitcoin_tx_id: `efcdab${'00'.repeat(29)}`,
      destination_wallet: addr('wallet 2'),
    },
    needs: ['head', 'tail', 'log', 'mint'],
  },
  {
    matcher: 'tgBTC burn',
    sends: [
      send(
        'wallet',
        burn(),
        [
          send('master', burnNotification(), [
            send(
              'coordinator',
              burnNotification(),
              [
                log(body(0xca444ce6).coins(25n).to('user').to('pegout'), 'log'),
                send('pegout', body(0xbe44e7a6), [send('pool', body(0x1a84c0e0)), send('user', comment(''))]),
              ],
              { name: 'notification' },
            ),
          ]),
        ],
        { name: 'burn' },
      ),
    ],
    accounts: { wallet: walletOf('user', 'master') },
    type: 'tgbtc_burn',
    details: {
      source: addr('user'),
      source_wallet: addr('wallet'),
      destination: addr('pegout'),
      amount: '25',
      asset: addr('master'),
    },
    needs: ['burn', 'notification', 'log'],
  },
  {
    matcher: 'tgBTC new key',
    sends: [
      log(body(0x453443a6).uint(1_748_619_032, 64).uint(0xbeefn, 256), 'dkg'),
      send(
        'coordinator',
        body(0x690f357a),
        [
          log(body(0x27756729).coins(425n).uint(0xbeefn, 256).to('pegout'), 'log'),
          send('pegout', body(0xbe44e7a6), [send('pool', body(0x1a84c0e0))]),
        ],
        { name: 'key' },
      ),
    ],
    type: 'tgbtc_new_key',
    details: {
      source: addr('user'),
      pubkey: 'beef',
      coordinator: addr('coordinator'),
      pegout: addr('pegout'),
      amount: '425',
      asset: null,
    },
    needs: ['dkg', 'key', 'log'],
  },
  {
    matcher: 'tgBTC mint log',
    sends: [send('teleport', body(0x11111111), [log(body(0x77a80ef3).coins(9n).to('friend').uint(1n, 256), 'log')])],
    type: 'tgbtc_mint_fallback',
    details: { source: addr('teleport'), destination: addr('friend'), amount: '9', asset: null },
    needs: ['log'],
  },
  {
    matcher: 'tgBTC burn log',
    sends: [send('teleport', body(0x11111111), [log(body(0xca444ce6).coins(9n).to('user').to('pegout'), 'log')])],
    type: 'tgbtc_burn_fallback',
    details: { source: addr('user'), destination: addr('pegout'), amount: '9' },
    needs: ['log'],
  },
  {
    matcher: 'tgBTC new key log',
    sends: [send('teleport', body(0x11111111), [log(body(0x27756729).coins(9n).uint(3n, 256).to('pegout'), 'log')])],
    type: 'tgbtc_new_key_fallback',
    details: { source: null, coordinator: addr('teleport'), pegout: addr('pegout'), pubkey: '3' },
    needs: ['log'],
  },
  {
    matcher: 'tgBTC DKG log',
    sends: [send('teleport', body(0x11111111), [log(body(0x453443a6).uint(99, 64).uint(3n, 256), 'log')])],
    type: 'tgbtc_dkg_log_fallback',
    details: { coordinator: addr('teleport'), pubkey: '3', timestamp: '99' },
    needs: ['log'],
  },
];
