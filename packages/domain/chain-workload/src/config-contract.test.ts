import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { buildHashmap, loadBlock, type StateInit, storeConfigParameter } from '@tonriver/chain-model';
import type { NetworkConfig, Round } from '@tonriver/chain-builder';
import { account, addressOf, cellOf, checkedNetwork } from './checked-network.test-support.ts';
import { configData, createPlainNetwork, externalTo, runPlain } from './plain-network.test-support.ts';

function isKeyBlock({ blocks }: Round): boolean {
  return loadBlock(Bag.parse((blocks[0] as { boc: Uint8Array }).boc)).info.keyBlock;
}

describe('the configuration', () => {
  const withFee = (grams: bigint) =>
    new Map([[14, storeConfigParameter(14, { masterchainBlockFee: grams, basechainBlockFee: grams })]]);
  const setData = (config: NetworkConfig) => (init: StateInit<Cell>) => ({
    ...init,
    data: configData(config.dictionary),
  });

  it('changes with the data of the config contract, in a key block', () => {
    const { chain, configure, playRound } = checkedNetwork();
    expect(isKeyBlock(playRound())).toBe(false);
    expect(isKeyBlock(playRound({ tockChange: setData(configure(withFee(77n))) }))).toBe(true);
    expect(chain.facts().config.blockFees.masterchainBlockFee).toBe(77n);
    expect(isKeyBlock(playRound())).toBe(false);
    // The same data again are no change.
    expect(isKeyBlock(playRound({ tockChange: setData(configure(withFee(77n))) }))).toBe(false);
  });

  it('stays, and the chain goes on, when the contract has none, a wrong one, or validators without keys', () => {
    const { chain, configure, playRound } = checkedNetwork();
    const strangers = chain.facts().config.validators;
    const list = strangers.list.map((validator) => ({ ...validator, publicKey: new Uint8Array(32).fill(3) }));
    const wrongs: [string, Cell][] = [
      ['bad_option', cellOf('nothing')],
      ['cell_underflow', new CellBuilder().storeRef(new CellBuilder().endCell()).endCell()],
      ['bad_option', configData(withoutParameter(chain.facts().config, 25))],
      [
        'unknown_validator',
        configData(configure(new Map([[34, storeConfigParameter(34, { ...strangers, list })]])).dictionary),
      ],
    ];
    const before = chain.facts().config;
    for (const [code, data] of wrongs) {
      const round = playRound({ tockChange: (init) => ({ ...init, data }) });
      expect(round.configProblem).toMatchObject({ code });
      expect(chain.facts().config).toBe(before);
    }
    expect(playRound({ tockChange: setData(before) }).configProblem).toBeNull();
  });

  it('moves to the contract that parameter 0 names, if that has a configuration which names it', () => {
    const successor = addressOf(0x77, -1);
    const { chain, configure, playRound } = checkedNetwork({
      accounts: [account(successor, { state: { code: cellOf('config'), data: cellOf('empty') } })],
    });
    const moved = configure(new Map([[0, storeConfigParameter(0, successor.hash)]]));
    const old = chain.facts().config.configAddress;
    expect(isKeyBlock(playRound({ tockChange: setData(moved) }))).toBe(true);
    expect(chain.facts().config).toMatchObject({ configAddress: old, namedAddress: successor.hash });
    expect(isKeyBlock(playRound())).toBe(false);
    const cell = externalTo(successor, 1);
    const round = playRound({
      masterchain: (block) => {
        const message = { cell, lt: block.lastProcessedLt, value: { grams: 0n, extra: [] } };
        block.importExternal(cell, runPlain(block, { account: successor.hash, message, change: setData(moved) }));
      },
    });
    expect(isKeyBlock(round)).toBe(true);
    expect(chain.facts().config.configAddress).toEqual(successor.hash);
  });

  it('is refused in the zero state when blocks cannot do what it asks for', () => {
    const parameter = (capabilities: bigint) => new Map([[8, storeConfigParameter(8, { version: 13, capabilities })]]);
    const refused = expect.objectContaining({ code: 'bad_option' });
    // Deferred messages; no short records of dequeued messages.
    for (const capabilities of [0b1_0110_1110n, 0b100_1110n]) {
      expect(() => createPlainNetwork({ parameters: parameter(capabilities) })).toThrow(refused);
    }
    expect(() => createPlainNetwork({ parameters: new Map([[23, null]]) })).toThrow(refused);
  });
});

/** The dictionary without a parameter on which blocks depend. */
function withoutParameter({ parameters }: NetworkConfig, removed: number): Cell {
  const kind = { keyBits: 32, storeValue: (builder: CellBuilder, cell: Cell) => void builder.storeRef(cell) };
  const entries = [...parameters].filter(([parameter]) => parameter !== removed);
  const keyed = entries.map(([parameter, value]) => ({ key: Buffer.from([0, 0, 0, parameter]), value }));
  return buildHashmap(
    keyed.sort((left, right) => Buffer.compare(left.key, right.key)),
    kind,
  ) as Cell;
}
