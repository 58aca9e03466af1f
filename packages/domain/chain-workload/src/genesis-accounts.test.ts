import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell } from '@tonriver/boc';
import {
  type AccountAddress,
  buildHashmap,
  hashToHex,
  loadSharedLibraries,
  loadShardState,
  type StateInit,
} from '@tonriver/chain-model';
import type { OpenBlock } from '@tonriver/chain-builder';
import { account, addressOf, cellOf, checkedNetwork, GRAM } from './checked-network.test-support.ts';
import { externalTo, type PlainNetwork, type PlainRun, runPlain } from './plain-network.test-support.ts';

function librariesOf({ chain }: Pick<PlainNetwork, 'chain'>): Record<string, string[]> {
  const bag = Bag.of(chain.masterchain().state);
  const libraries = loadSharedLibraries(bag, loadShardState(bag, bag.root).libraries);
  return Object.fromEntries(libraries.map(({ key, value }) => [hashToHex(key), value.publishers.map(hashToHex)]));
}

describe('accounts of a zero state', () => {
  const frozenHash = new Uint8Array(32).fill(5);
  const money = {
    grams: 3n * GRAM,
    extra: [
      { currency: 7, amount: 100n },
      { currency: 9, amount: 5n },
    ],
  };
  const accounts = [
    account(addressOf(1)),
    account(addressOf(2), { balance: money }),
    account(addressOf(3), { state: { code: cellOf('code'), data: cellOf('data') } }),
    account(addressOf(4), { state: { frozenHash } }),
    account(addressOf(5, -1), { balance: money, state: { code: cellOf('code'), data: null } }),
  ];

  it('have their state and all their money, of which the network knows', () => {
    for (const globalVersion of [12, 13]) {
      const { chain, playRound } = checkedNetwork({ accounts, globalVersion });
      playRound();
      const found = accounts.map(({ address }) => chain.account(address.workchain, address.hash));
      expect(found.map(({ status }) => status)).toEqual(['uninit', 'uninit', 'active', 'frozen', 'active']);
      expect(found.map(({ balance }) => balance)).toEqual(accounts.map(({ balance }) => balance));
      const extra = [
        { currency: 7, amount: 200n },
        { currency: 9, amount: 10n },
      ];
      expect(chain.facts().globalBalance.extra).toEqual(extra);
      expect(chain.facts().config.version.version).toBe(globalVersion);
    }
  });

  it('are frozen, deleted and created again, and the state holds those that exist', () => {
    const { chain, playRound } = checkedNetwork({ accounts });
    const [first, , contract] = accounts.map(({ address }) => address) as [
      AccountAddress,
      AccountAddress,
      AccountAddress,
    ];
    const external = (block: OpenBlock, to: AccountAddress, run: Partial<PlainRun>) => {
      const cell = externalTo(to, block.frame.seqno);
      const value = { grams: 0n, extra: [] };
      const message = { cell, lt: block.lastProcessedLt, value };
      block.importExternal(cell, runPlain(block, { account: to.hash, message, ...run }));
    };
    // The first round has no block of the basechain: it only names its zero state.
    playRound();
    playRound({ shard: (block) => external(block, contract, { change: 'freeze' }) });
    expect(chain.account(0, contract.hash).status).toBe('frozen');
    playRound({ shard: (block) => external(block, contract, { change: null }) });
    expect(chain.account(0, contract.hash)).toMatchObject({ status: 'nonexist', lastTransLt: 0n });
    playRound({ shard: (block) => external(block, first, { sends: [{ to: contract, grams: GRAM }] }) });
    expect(chain.account(0, contract.hash)).toMatchObject({ status: 'uninit', balance: { grams: GRAM } });
  });
});

describe('public libraries', () => {
  const [one, two] = [addressOf(1, -1), addressOf(2, -1)];
  const [shared, other, own] = ['shared', 'other', 'own'].map(cellOf) as [Cell, Cell, Cell];
  const contract = { code: cellOf('code'), data: null };
  const network = () =>
    checkedNetwork({
      accounts: [
        account(one, {
          state: {
            ...contract,
            libraries: [
              { cell: shared, isPublic: true },
              { cell: own, isPublic: false },
            ],
          },
        }),
        account(two, { state: contract }),
        account(addressOf(3), { state: { ...contract, libraries: [{ cell: other, isPublic: true }] } }),
      ],
    });
  const name = (cell: Cell) => hashToHex(cell.hash());
  const [first, second] = [hashToHex(one.hash), hashToHex(two.hash)];

  it('of masterchain accounts are in the zero state: not private ones, and not those of the basechain', () => {
    expect(librariesOf(network())).toEqual({ [name(shared)]: [first] });
  });

  it('appear and disappear with the accounts that publish them', () => {
    const made = network();
    const call = (to: AccountAddress, change: PlainRun['change']) => {
      const cell = externalTo(to, made.chain.masterchain().reference.seqno);
      made.playRound({
        masterchain: (block) => {
          const message = { cell, lt: block.lastProcessedLt, value: { grams: 0n, extra: [] } };
          block.importExternal(cell, runPlain(block, { account: to.hash, message, change: change as null }));
        },
      });
      return librariesOf(made);
    };
    const library = (cells: readonly Cell[]) => (init: StateInit<Cell>) => ({
      ...init,
      library: simpleLibraries(cells),
    });
    expect(call(two, library([shared, other]))).toEqual({ [name(shared)]: [first, second], [name(other)]: [second] });
    expect(call(one, 'freeze')).toEqual({ [name(shared)]: [second], [name(other)]: [second] });
    expect(call(two, library([other]))).toEqual({ [name(other)]: [second] });
    expect(call(two, null)).toEqual({});
  });
});

function simpleLibraries(cells: readonly Cell[]): Cell | null {
  const entries = cells.map((value) => ({ key: value.hash(), value }));
  return buildHashmap(
    entries.sort((left, right) => Buffer.compare(left.key, right.key)),
    {
      keyBits: 256,
      storeValue: (builder, cell: Cell) => void builder.storeBit(1).storeRef(cell),
    },
  );
}
