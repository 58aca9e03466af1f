import { describe, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { bagOf, body, cell, type HasCell } from '../cases/body-builder.test-support.ts';
import { addr } from '../cases/matcher-case.test-support.ts';
import { stonfiV2Route } from './stonfi-v2.ts';

const request = (custom: HasCell | null): HasCell =>
  body(0x6664de2a).to('A').to('user').to('user').uint(0, 64).ref(cell().coins(1n).to('user').coins(0n).maybe(custom));
const step = (wallet: string, next: HasCell | null): HasCell =>
  body(0x69cf1a5b).to(wallet).ref(cell().coins(0n).coins(0n).maybe(next));

describe('the route of a STON.fi v2 swap', () => {
  it.each<[string, HasCell | null, string[]]>([
    ['one pool', null, ['A']],
    ['three pools', step('B', step('C', null)), ['A', 'B', 'C']],
    ['a step that names nothing more', step('B', body(0x6664de2a).to('C')), ['A', 'B', 'C']],
    ['a step whose rest is empty', body(0x6664de2a).to('B').ref(cell()), ['A', 'B']],
    ['a step of another kind', step('B', body(1)), ['A', 'B']],
  ])('goes over %s', (_name, custom, wallets) => {
    const bag = Bag.parse(bagOf(request(custom)));
    expect(stonfiV2Route(bag.slice(bag.root))).toEqual(wallets.map(addr));
  });
});
