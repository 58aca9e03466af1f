import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linkTo, type Route, routeOf } from './route.js';

const hash = 'ab'.repeat(32);
const routes: readonly Route[] = [
  { name: 'rounds' },
  { name: 'round', seqno: 7 },
  { name: 'block', workchain: -1, shard: '8000000000000000', seqno: 4_000_000_000 },
  { name: 'transaction', hash },
  { name: 'message', hash },
  { name: 'body', hash },
  { name: 'account', address: `-1:${'A'.repeat(64)}` },
  { name: 'search', text: 'a/b #?%<é' },
];

describe('routes', () => {
  it('are read from their links', () => {
    expect(routes.map((route) => routeOf(linkTo(route)))).toEqual(routes);
  });

  it.each(['nothing', 'round/x', 'round', 'block/0/8/1', 'transaction/xyz', 'account/0:12', 'search/', '%E0%A4%A'])(
    'are unknown for #/%s',
    (fragment) => {
      expect(routeOf(`#/${fragment}`)).toEqual({ name: 'unknown' });
    },
  );

  it('are read from any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const route = routeOf(`#/${text}`);
        if (route.name !== 'unknown') expect(routeOf(linkTo(route))).toEqual(route);
      }),
    );
  });
});
