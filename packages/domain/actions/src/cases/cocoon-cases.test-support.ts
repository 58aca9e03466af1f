import { body, type BodyBuilder, cell } from './body-builder.test-support.ts';
import { type BuiltMessage, send } from './built-trace.test-support.ts';
import { addr, type MatcherCase } from './matcher-case.test-support.ts';

const excesses = (): BuiltMessage => send('user', body(0x2565934c).query(), [], { name: 'excesses' });
const payout = (to: string): BuiltMessage => send(to, body(0xc59a7cd3).query(), [], { name: 'payout', value: 45n });
const request = (sends: readonly BuiltMessage[] = [], content: BodyBuilder = cell()): BuiltMessage =>
  send('proxy', body(0x65448ff4).query().to('owner').ref(cell()).maybe(content), sends, { name: 'request' });

/** A call to a client contract, which sends back what is left and reports to its proxy. */
const clientCall = (content: BodyBuilder): BuiltMessage[] => [
  send('client', content, [excesses(), request()], { name: 'call' }),
];

export const cocoonCases: readonly MatcherCase[] = [
  {
    matcher: 'cocoon worker payout',
    sends: [
      send(
        'proxy',
        body(0xf5f26a36).query().uint(900, 64),
        [
          send(
            'worker',
            body(0x4d725d2c).query().to('owner').uint(1, 2).uint(70, 64).maybe(null),
            [payout('owner'), excesses()],
            {
              name: 'worker',
            },
          ),
        ],
        { name: 'call' },
      ),
    ],
    type: 'cocoon_worker_payout',
    details: {
      payout_type: 'last',
      new_tokens: '900',
      worker_state: 1,
      worker_tokens: '70',
      source: addr('user'),
      destination: addr('owner'),
      amount: '45',
    },
    needs: ['call', 'worker', 'payout'],
    failsWith: ['payout'],
  },
  {
    matcher: 'cocoon proxy payout',
    sends: [send('proxy', body(0x7610e6eb).query().to('user'), [payout('owner'), excesses()], { name: 'call' })],
    type: 'cocoon_proxy_payout',
    details: { query_id: '7', source: addr('proxy'), destination: addr('owner') },
    needs: ['call', 'payout', 'excesses'],
    failsWith: ['payout'],
  },
  {
    matcher: 'cocoon proxy charge',
    sends: [
      send('client', body(0xbb63ff93).query().uint(800, 64).to('proxy'), [excesses(), request()], { name: 'call' }),
    ],
    type: 'cocoon_proxy_charge',
    details: {
      new_tokens_used: '800',
      expected_address: addr('proxy'),
      source: addr('client'),
      destination: addr('proxy'),
    },
    needs: ['call', 'excesses', 'request'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon client top up',
    sends: [send('client', body(0xf172e6c2).query().coins(33n).to('payer'), [request([excesses()])], { name: 'call' })],
    type: 'cocoon_client_top_up',
    details: { source: addr('payer'), destination: addr('client'), amount: '33' },
    needs: ['call', 'request', 'excesses'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon register proxy',
    sends: [send('root', body(0x927c7cb5).query(), [excesses()], { name: 'call' })],
    type: 'cocoon_register_proxy',
    details: { query_id: '7', destination: addr('root') },
    needs: ['call', 'excesses'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon unregister proxy',
    sends: [send('root', body(0x6d49eaf2).query().uint(12, 32), [excesses()], { name: 'call' })],
    type: 'cocoon_unregister_proxy',
    details: { seqno: 12, destination: addr('root') },
    needs: ['call', 'excesses'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon client register',
    sends: clientCall(body(0xc45f9f3b).query().uint(5, 64).to('payer')),
    type: 'cocoon_client_register',
    details: { nonce: '5', source: addr('payer'), destination: addr('client') },
    needs: ['call', 'excesses', 'request'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon client change secret hash',
    sends: clientCall(body(0xa9357034).query().uint(0xfeedn, 256).to('payer')),
    type: 'cocoon_client_change_secret_hash',
    details: { new_secret_hash: 'feed', source: addr('payer') },
    needs: ['call', 'excesses', 'request'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon client request refund',
    sends: [send('wallet', body(0x9c69f376), clientCall(body(0xfafa6cc1).query().to('payer')))],
    type: 'cocoon_client_request_refund',
    details: { via_wallet: true, source: addr('payer'), destination: addr('client') },
    needs: ['call', 'excesses', 'request'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon grant refund',
    sends: [
      send('client', body(0xefd711e1).query().uint(60, 64).to('proxy'), [request([payout('owner'), excesses()])], {
        name: 'call',
      }),
    ],
    type: 'cocoon_grant_refund',
    details: { new_tokens_used: '60', source: addr('client'), destination: addr('owner'), amount: '45' },
    needs: ['call', 'request', 'payout', 'excesses'],
    failsWith: ['payout'],
  },
  {
    matcher: 'cocoon client increase stake',
    sends: clientCall(body(0x6a1f6a60).query().coins(88n).to('payer')),
    type: 'cocoon_client_increase_stake',
    details: { new_stake: '88', amount: '88', source: addr('payer') },
    needs: ['call', 'excesses', 'request'],
    failsWith: ['call'],
  },
  {
    matcher: 'cocoon client withdraw',
    sends: [
      send(
        'client',
        body(0xda068e78).query().to('payer'),
        [request([payout('owner'), excesses()], body(0xc68ebc7b).coins(41n).to('owner'))],
        { name: 'call' },
      ),
    ],
    type: 'cocoon_client_withdraw',
    details: { withdraw_amount: '41', amount: '41', source: addr('payer'), destination: addr('client') },
    needs: ['call', 'request', 'payout'],
    failsWith: ['call'],
  },
];
