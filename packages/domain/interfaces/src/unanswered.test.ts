import { expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { detectInterfaces } from './detect-interfaces.ts';
import type { MethodOutcome, StackValue } from './method-port.ts';
import { addressArgument } from './read-stack.ts';

const [item, collection, owner] = ['1', '2', '3'].map((digit) => `0:${digit.repeat(64)}`) as [string, string, string];
const ended = (...stack: readonly StackValue[]): MethodOutcome => ({ kind: 'ended', exitCode: 0, gasUsed: 1n, stack });
const emptyCell: StackValue = { type: 'cell', boc: writeBag([new CellBuilder().endCell()]) };
const number: StackValue = { type: 'number', value: 1n };

/** An item of the zone of domains, which answers the question for its label so. */
const detect = async (told: MethodOutcome) =>
  await detectInterfaces({
    contract: { address: item, codeHash: '' },
    possible: new Set(['get_nft_data']),
    run: async ({ method }) =>
      method === 'get_nft_data'
        ? ended(number, number, addressArgument(collection), addressArgument(owner), emptyCell)
        : told,
    ask: async (_address, { method }) =>
      method === 'get_nft_address_by_index' ? ended(addressArgument(item)) : ended(emptyCell),
    zone: async () => ({ collection }),
  });

it.each(['refused', 'unknown'] as const)(
  'a domain whose label is not answered (%s) is said to be incomplete',
  async (kind) => {
    expect(await detect({ kind })).toMatchObject({
      interfaces: [{ found: { kind: 'nft_item', domain: null }, check: 'confirmed' }],
      isComplete: false,
    });
  },
);

it('one that has no such method is no domain, and that is all there is to know', async () => {
  const absent: MethodOutcome = { kind: 'ended', exitCode: 11, gasUsed: 1n, stack: [] };
  expect(await detect(absent)).toMatchObject({ interfaces: [{ found: { domain: null } }], isComplete: true });
});
