import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { hashToHex, loadBlock, loadMerkleUpdate } from '@tonriver/chain-model';
import { describeRecorded, type RecordedBlock, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { type CellStore, openCellStore } from './open-cell-store.ts';

const cellsMax = 1_000_000;

interface Step {
  readonly bag: Bag;
  readonly oldHash: string;
  readonly newHash: Uint8Array;
  readonly newRoot: number;
}

function stepOf(block: RecordedBlock): Step {
  const bag = Bag.parse(block.read());
  bag.hashAll();
  const { oldHash, newHash, newRoot } = loadMerkleUpdate(bag, loadBlock(bag).stateUpdate);
  return { bag, oldHash: hashToHex(oldHash), newHash, newRoot };
}

/** States that the tests read by name. */
const STATES = [
  'mc_zerostate',
  '0_zerostate',
  'mc_2659_state',
  'mc_2660_state',
  'mc_2680_state',
  '0_2000000000000000_571524_state',
  '0_2000000000000000_571535_state',
];
const RUNS = [
  'blocks/mainnet-2019-11-genesis',
  'blocks/mainnet-2019-11-mc-2660',
  'blocks/mainnet-2019-12-shard-571525',
  ...STATES.map((name) => `blocks/states/mainnet_${name}.boc`),
];

describeRecorded('states rebuilt from updates', RUNS, (data) => {
  let folder: TemporaryDirectory;
  let store: CellStore;
  const hexOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
  const stateFile = (name: string): Uint8Array => readFileSync(data.path('blocks', 'states', `mainnet_${name}.boc`));
  const blocksOf = (run: string) => data.blocks().filter(({ file }) => file.includes(run));
  beforeEach(async () => {
    folder = temporaryDirectory();
    store = await openCellStore({ directory: folder.path });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const addState = (name: string): string => {
    const bag = Bag.parse(stateFile(name));
    return hexOf(store.add(bag, bag.root).hash);
  };

  /** Applies every block after its old state. Reads each state, which checks its hash. */
  const applyAll = async (held: string[], blocks: readonly RecordedBlock[]): Promise<void> => {
    let waiting = blocks.map(stepOf);
    while (waiting.length > 0) {
      const ready = waiting.filter(({ oldHash }) => held.includes(oldHash));
      if (ready.length === 0) throw new Error(`${waiting.length} blocks start from a state that is not there`);
      for (const { bag, newRoot, newHash } of ready) {
        const added = store.add(bag, newRoot);
        expect(hexOf(added.hash)).toBe(hexOf(newHash));
        expect(hexOf(store.read(newHash, { cellsMax }).hash())).toBe(hexOf(newHash));
        held.push(hexOf(newHash));
      }
      await store.commit();
      waiting = waiting.filter((step) => !ready.includes(step));
    }
  };

  const releaseAll = async (held: readonly string[]): Promise<void> => {
    for (const hash of held) store.release(Buffer.from(hash, 'hex'));
    await store.commit();
    expect(store.cellCount).toBe(0);
  };

  it('match all 505 blocks of the genesis folder, and leave no cells when they are released', async () => {
    const held = [addState('mc_zerostate'), addState('0_zerostate')];
    const blocks = blocksOf('mainnet-2019-11-genesis');
    expect(blocks.length).toBe(505);
    await applyAll(held, blocks);
    expect(held.length).toBe(507);
    await releaseAll(held);
  }, 120_000);

  it.each([
    ['mc_2659_state', 'mainnet-2019-11-mc-2660', 21, ['mc_2660_state', 'mc_2680_state']],
    ['0_2000000000000000_571524_state', 'mainnet-2019-12-shard-571525', 11, ['0_2000000000000000_571535_state']],
  ])(
    'from %s over %s are those recorded, cell for cell',
    async (first, run, count, recorded) => {
      const held = [addState(first)];
      const blocks = blocksOf(run);
      expect(blocks.length).toBe(count);
      await applyAll(held, blocks);
      for (const name of recorded) {
        const bag = Bag.parse(stateFile(name));
        const whole = store.read(bag.hash(bag.root), { cellsMax });
        expect(Buffer.compare(whole.hash(), bag.hash(bag.root))).toBe(0);
        expect(Bag.of(whole).cellCount).toBe(new Set(cellHashes(bag)).size);
        expect(held).toContain(hexOf(whole.hash()));
      }
      await releaseAll(held);
    },
    120_000,
  );

  it('are refused with the missing cell of the state before', () => {
    const [block] = blocksOf('mainnet-2019-11-mc-2660');
    const { bag, newRoot } = stepOf(block!);
    const state = Bag.parse(stateFile('mc_2659_state'));
    state.hashAll();
    // All cells but one subtree that the update prunes.
    const leftOut = prunedHashes(bag, newRoot);
    const dropped = cellHashes(state).findIndex((hash) => leftOut.has(hash));
    expect(dropped).toBeGreaterThan(0);
    const isAbove = (cell: number): boolean =>
      cell === dropped ||
      Array.from({ length: state.refCount(cell) }, (_, position) => state.ref(cell, position)).some(isAbove);
    for (let cell = 0; cell < state.cellCount; cell++) {
      if (!isAbove(cell)) store.add(state, cell);
    }
    const hash = hexOf(state.hash(dropped));
    expect(() => store.add(bag, newRoot)).toThrow(expect.objectContaining({ code: 'cell_missing', fields: { hash } }));
    store.discard();
    store.add(state, state.root);
    expect(store.add(bag, newRoot).isComplete).toBe(true);
  });

  const cellHashes = (bag: Bag): string[] => {
    bag.hashAll();
    return Array.from({ length: bag.cellCount }, (_, cell) => hexOf(bag.hash(cell)));
  };
  const prunedHashes = (bag: Bag, root: number): ReadonlySet<string> => {
    const found = new Set<string>();
    const visit = (cell: number): void => {
      if (bag.cellType(cell) === 'pruned') found.add(hexOf(bag.hash(cell, 0)));
      for (let position = 0; position < bag.refCount(cell); position++) visit(bag.ref(cell, position));
    };
    visit(root);
    return found;
  };
});
