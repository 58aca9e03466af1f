import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Cell, writeBag } from '@tonriver/boc';
import { temporaryDirectory } from '@tonriver/testing';
import { initialStateFiles, loadInitialStates } from './initial-states.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';

describe('initial states', () => {
  const folder = temporaryDirectory();
  const chain = builtChain({ seed: 'initial', rounds: 1, transactionsPerRound: 1, accounts: 20 });
  const other = builtChain({ seed: 'another', rounds: 1, transactionsPerRound: 1, accounts: 20 });
  const [masterchain, basechain] = [chain.initialStates[0]!, chain.initialStates[1]!];
  afterAll(() => folder.remove());

  it('are accepted when the network names the zero state of the masterchain, and that one the others', () => {
    const states = loadInitialStates([basechain, masterchain], chain.network);
    expect(states.map(({ workchain, seqno }) => [workchain, seqno])).toEqual([
      [0, 0],
      [-1, 0],
    ]);
  });

  it.each([
    ['a masterchain zero state of another chain', [other.initialStates[0]!, basechain]],
    ['a basechain zero state of another chain', [masterchain, other.initialStates[1]!]],
    ['a basechain zero state without the masterchain', [basechain]],
  ])('refuse %s', (_what, files) => {
    expect(() => loadInitialStates(files, chain.network)).toThrow(
      expect.objectContaining({ code: 'initial_state_unnamed' }),
    );
  });

  it('refuse a state of a network with another global id', () => {
    const network = { ...chain.network, globalId: 7 };
    expect(() => loadInitialStates(chain.initialStates, network)).toThrow(/global id/);
  });

  it('are found in folders among other files, but a given file must be a state', () => {
    const directory = join(folder.path, 'states');
    mkdirSync(directory);
    writeFileSync(join(directory, 'b.boc'), masterchain.read());
    writeFileSync(join(directory, 'a.boc'), writeBag([Cell.empty]));
    writeFileSync(join(directory, 'notes.txt'), 'no state');
    expect(loadInitialStates(initialStateFiles([directory]), chain.network).length).toBe(1);
    const named = initialStateFiles([join(directory, 'a.boc')]);
    expect(() => loadInitialStates(named, chain.network)).toThrow(
      expect.objectContaining({ code: 'initial_state_invalid' }),
    );
    expect(() => initialStateFiles([join(folder.path, 'nowhere')])).toThrow(/cannot be opened/);
  });

  it('are required in a given folder', () => {
    const directory = join(folder.path, 'no-states');
    mkdirSync(directory);
    writeFileSync(join(directory, 'notes.txt'), 'no state');
    expect(() => initialStateFiles([directory])).toThrow(/has no \.boc file/);
    writeFileSync(join(directory, 'a.boc'), writeBag([Cell.empty]));
    expect(() => loadInitialStates(initialStateFiles([directory]), chain.network)).toThrow(/no state of a shard in/);
  });
});
