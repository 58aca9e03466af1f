import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import type { NewChain } from '@tonriver/chain-builder';
import { type AccountAddress, formatAccountAddress, loadAccount, storeConfigParameter } from '@tonriver/chain-model';
import { addressOfState, dnsCategory, dnsItemState, dnsNextResolverRecord } from '@tonriver/devnet-contracts';
import { createTvmPool, methodIdOf, type TvmPool } from '@tonriver/tvm';
import { EMPTY_GENESIS, type Genesis } from '../genesis/genesis.ts';
import { readGenesis } from '../genesis/read-genesis.ts';
import { writeGenesis } from '../genesis/write-genesis.ts';
import { createEnvironmentReader } from '../rounds/chain-environment.ts';
import { createDevnetNetwork } from './devnet-network.ts';
import { domainCollectionState, withoutDomains } from './domains.ts';

const options = { seed: 'domains', globalId: -777, genesisTime: 1_800_000_000, walletCount: 1 };
const collection = addressOfState(domainCollectionState());
const begin = (shardsMin: number, genesis?: Genesis): NewChain =>
  createDevnetNetwork({ ...options, shardsMin, shardsMax: 4 }, genesis).create();

/** The account that parameter 4 names; undefined when the configuration does not have it. */
function rootOf(chain: NewChain): AccountAddress | undefined {
  const parameter = chain.facts().config.parameters.get(4);
  if (parameter === undefined) return undefined;
  const bag = Bag.of(parameter);
  return { workchain: -1, hash: bag.slice(bag.root).loadBytes(32) };
}

/** The code and the data of an account of the zero state; null when it is no contract. */
function contractOf(chain: NewChain, { workchain, hash }: AccountAddress) {
  const bag = Bag.of(chain.account(workchain, hash).cell);
  const init = loadAccount(bag, bag.root)?.storage.state.stateInit ?? null;
  if (init === null || init.code === null || init.data === null) return null;
  return { codeBoc: writeBag([bag.toCell(init.code)]), dataBoc: writeBag([bag.toCell(init.data)]) };
}

describe('the root of domains of a new network', () => {
  let pool: TvmPool;
  beforeAll(async () => {
    pool = await createTvmPool({ workerCount: 1, queueLengthMax: 10, wallTimeMs: 20_000, memoryMbMax: 512 });
  }, 60_000);
  afterAll(async () => await pool.close());

  /** Asks a contract of the zero state for the next resolver of a domain, written as TEP-81 says. */
  async function resolve(chain: NewChain, address: AccountAddress, domain: string): Promise<[bigint, Cell | null]> {
    const { configBoc } = createEnvironmentReader()(chain);
    const contract = contractOf(chain, address);
    if (contract === null) throw new Error(`${formatAccountAddress(address)} is no contract`);
    const category = BigInt(`0x${Buffer.from(dnsCategory('dns_next_resolver')).toString('hex')}`);
    const { exitCode, stack } = await pool.runGetMethod({
      ...contract,
      environment: { key: '0', configBoc, previousBlocksBoc: null, unixTime: options.genesisTime },
      address,
      balance: 0n,
      extraCurrencies: [],
      librariesBoc: null,
      methodId: methodIdOf('dnsresolve'),
      stack: [
        { type: 'slice', boc: writeBag([new CellBuilder().storeBytes(Buffer.from(domain)).endCell()]) },
        { type: 'number', value: category },
      ],
      randomSeed: new Uint8Array(32),
      gasLimit: 100_000n,
    });
    expect(exitCode).toBe(0);
    const [bits, value] = stack;
    if (bits?.type !== 'number' || value === undefined) throw new Error('The answer has another form');
    if (value.type !== 'cell') return [bits.value, null];
    const bag = Bag.parse(value.boc);
    return [bits.value, bag.toCell(bag.root)];
  }

  // With more than one shard from the beginning the chain is started twice.
  it.each([1, 4])('leads from .ton to the collection, and from there to the item, with %d shards', async (shards) => {
    const chain = begin(shards);
    const root = rootOf(chain)!;
    const [rootBits, toCollection] = await resolve(chain, root, '\0ton\0river\0');
    expect(rootBits).toBe(32n);
    expect(toCollection?.hash()).toEqual(dnsNextResolverRecord(collection).hash());
    const item = addressOfState(dnsItemState('river', collection));
    const [bits, toItem] = await resolve(chain, collection, '\0river\0');
    expect(bits).toBe(48n);
    expect(toItem?.hash()).toEqual(dnsNextResolverRecord(item).hash());
    expect((await resolve(chain, root, '\0org\0'))[1]).toBeNull();
  });
});

it('the collection of domains has the address that the README of the devnet names', () => {
  expect(formatAccountAddress(collection).toLowerCase()).toBe(
    '0:ce21427fd5abe954a2b25a7a0abf0094af70af811fdd8fbb7801487f20c9c846',
  );
});

describe('the genesis of a network', () => {
  it('that says which root there is gets no other one', () => {
    const parameter = storeConfigParameter(4, new Uint8Array(32).fill(7));
    const chain = begin(2, { accounts: [], parameters: new Map([[4, parameter]]) });
    expect(rootOf(chain)).toEqual({ workchain: -1, hash: new Uint8Array(32).fill(7) });
    expect(contractOf(chain, collection)).toBeNull();
  });

  it('of a release without a root still starts, and the network has one', () => {
    const older = begin(2, withoutDomains(EMPTY_GENESIS));
    expect([rootOf(older), contractOf(older, collection)]).toEqual([undefined, null]);
    const text = [...writeGenesis(older)].join('');
    const chain = begin(2, readGenesis(text));
    expect(contractOf(chain, rootOf(chain)!)).not.toBeNull();
    expect(contractOf(chain, collection)).not.toBeNull();
  });

  it('that is written from a network keeps its root, and what became of the collection', () => {
    const first = begin(2);
    const written = readGenesis([...writeGenesis(first)].join(''));
    const changed = written.accounts.map((account) =>
      formatAccountAddress(account.address) === formatAccountAddress(collection)
        ? { ...account, balance: { grams: 5n, extra: [] } }
        : account,
    );
    const chain = begin(2, { ...written, accounts: changed });
    expect(rootOf(chain)).toEqual(rootOf(first));
    const bag = Bag.of(chain.account(collection.workchain, collection.hash).cell);
    expect(loadAccount(bag, bag.root)?.storage.balance.grams).toBe(5n);
  });
});
