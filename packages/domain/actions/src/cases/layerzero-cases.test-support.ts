import { body, cell, comment } from './body-builder.test-support.ts';
import { log, send, walletOf } from './built-trace.test-support.ts';
import { addr, jettons, type MatcherCase } from './matcher-case.test-support.ts';

export const layerZeroCases: readonly MatcherCase[] = [
  {
    matcher: 'LayerZero send tokens',
    sends: [
      jettons({
        from: 'user',
        wallet: 'wallet',
        toWallet: 'wallet 2',
        to: 'app',
        sends: [log(body(0xe33b9873), 'event'), ...layerZeroSend()],
        name: 'transfer',
      }),
    ],
    accounts: { 'wallet 2': walletOf('app', 'master') },
    type: 'layerzero_send_tokens',
    details: {
      sender: addr('user'),
      sender_wallet: addr('wallet'),
      oapp: addr('app'),
      asset: addr('master'),
      amount: '100',
    },
    needs: ['event', 'callback'],
  },
  {
    matcher: 'LayerZero send',
    sends: layerZeroSend(),
    type: 'layerzero_send',
    details: {
      initiator: addr('user'),
      layerzero_send_data: {
        send_request_id: 5,
        msglib_manager: '0xa',
        msglib: '0xb',
        uln: addr('uln'),
        native_fee: 77,
        zro_fee: 1,
        endpoint: addr('endpoint'),
        channel: addr('channel'),
      },
      layerzero_packet_data: {
        src_oapp: '0x1',
        dst_oapp: '0x2',
        src_eid: 30_343,
        dst_eid: 30_101,
        nonce: 3,
        guid: '0x4',
        message: '0x6869',
      },
    },
    needs: ['send', 'route', 'quote', 'uln', 'commit', 'callback'],
  },
  {
    matcher: 'LayerZero receive',
    sends: [
      send(
        'channel',
        body(0x22f3ac09),
        [
          send('user', comment('')),
          send(
            'endpoint',
            body(0x97df404c),
            [
              send(
                'channel',
                body(0xb7680bc6),
                [
                  send(
                    'app',
                    layerZeroMessage(0x0c7b8418, md().ref(layerZeroPacket(BigInt(`0x${addr('app').slice(2)}`)))),
                    [
                      send('channel', body(0xcaae25a1), [log(body(0xe33b9873)), send('user', comment(''))], {
                        name: 'done',
                      }),
                    ],
                    { name: 'delivery' },
                  ),
                ],
                { name: 'lock' },
              ),
            ],
            { name: 'ask' },
          ),
        ],
        { name: 'receive' },
      ),
    ],
    type: 'layerzero_receive',
    details: { sender: addr('user'), oapp: addr('app'), channel: addr('channel') },
    needs: ['receive', 'ask', 'lock', 'delivery', 'done'],
  },
  {
    matcher: 'LayerZero commit packet',
    sends: [
      send(
        'uln',
        body(0x28b97077),
        [
          send(
            'connection',
            body(0xf9d37b80),
            [
              send(
                'endpoint',
                body(0x5dab749a),
                [
                  send(
                    'channel',
                    layerZeroMessage(0x5388cd88, md().ref(layerZeroPacket(2n))),
                    [log(body(0xe33b9873)), send('connection', body(0x5e178f33), [], { name: 'result' })],
                    { name: 'commit' },
                  ),
                ],
                { name: 'ask' },
              ),
            ],
            { name: 'verified' },
          ),
        ],
        { name: 'start' },
      ),
    ],
    type: 'layerzero_commit_packet',
    details: {
      sender: addr('user'),
      endpoint: addr('endpoint'),
      uln: addr('connection'),
      uln_connection: addr('connection'),
      channel: addr('channel'),
      msglib_connection: addr('connection'),
    },
    needs: ['start', 'verified', 'ask', 'commit', 'result'],
  },
  {
    matcher: 'LayerZero DVN verify',
    sends: [
      send(
        'dvn',
        body(0xa0d51a8d),
        [
          send(
            'proxy',
            body(0x09f047d9),
            [
              send(
                'uln',
                body(0x994aaf4e),
                [
                  send(
                    'connection',
                    body(0x4ec8f80a),
                    [
                      log(body(0xe33b9873)),
                      send(
                        'proxy',
                        layerZeroMessage(0x3cb38090, md().ref(md().uint(125, 64).uint(0x3bbc306b, 32))),
                        [],
                        {
                          name: 'result',
                        },
                      ),
                    ],
                    { name: 'verify' },
                  ),
                ],
                { name: 'uln call' },
              ),
            ],
            { name: 'proxy call' },
          ),
        ],
        { name: 'start' },
      ),
    ],
    type: 'layerzero_dvn_verify',
    details: {
      initiator: addr('user'),
      nonce: 125,
      status: 'succeeded',
      dvn: addr('dvn'),
      proxy: addr('proxy'),
      uln: addr('uln'),
      uln_connection: addr('connection'),
    },
    needs: ['start', 'proxy call', 'uln call', 'verify', 'result'],
  },
];

/** An md cell with its 350 bits of names and places. */
function md() {
  return cell().uint(0, 350);
}

function layerZeroMessage(code: number, content: ReturnType<typeof cell>) {
  return body(code).query().coins(0n).to('user').ref(content);
}

function layerZeroPacket(destination: bigint) {
  const path = md().uint(30_343, 32).uint(1n, 256).uint(30_101, 32).uint(destination, 256);
  return md().ref(path).ref(cell().text('hi')).uint(3, 64).uint(4n, 256);
}

function layerZeroSend() {
  const quote = cell().uint(1n, 256).uint(77n, 128).uint(1n, 128);
  const sent = md().uint(5, 64).uint(0xan, 256).uint(0xbn, 256).ref(layerZeroPacket(2n)).ref(cell()).ref(quote);
  return [
    send(
      'endpoint',
      body(0xdd4ea3b4),
      [
        send(
          'channel',
          body(0x536feb09),
          [
            send(
              'library',
              body(0x4002b790),
              [
                send(
                  'uln',
                  body(0x5de68393),
                  [
                    send(
                      'channel',
                      body(0x421c1a25),
                      [
                        log(body(0xe33b9873)),
                        send('fees', comment('')),
                        send('fees 2', comment('')),
                        send(
                          'app',
                          layerZeroMessage(0xa2b5fbae, md().ref(md().ref(sent))),
                          [send('user', comment(''))],
                          {
                            name: 'callback',
                          },
                        ),
                      ],
                      { name: 'commit' },
                    ),
                  ],
                  { name: 'uln' },
                ),
              ],
              { name: 'quote' },
            ),
          ],
          { name: 'route' },
        ),
      ],
      { name: 'send' },
    ),
  ];
}
