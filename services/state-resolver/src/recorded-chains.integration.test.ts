import { afterEach, expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { hashToHex, loadShardState, storeShardState } from '@tonriver/chain-model';
import { resolveShardState } from '@tonriver/chain-model/testing';
import { silentLogger } from '@tonriver/logger';
import { describeRecorded } from '@tonriver/testing';
import { loadPartialRange, loadRanges } from './resolved-range.ts';
import type { InitialStateFile } from './service.ts';
import { recordedChain, recordedState } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

const cellsMax = 1_000_000;

/** States that the suite reads by name. */
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

describeRecorded('the state-resolver over recorded chains', RUNS, (data) => {
  let bench: ResolverBench;
  afterEach(() => bench.close());

  const resolveAll = async (): Promise<string> => {
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
    return await running.metrics.render();
  };
  const rootHashOf = (file: InitialStateFile): string => {
    const bag = Bag.parse(file.read());
    return hashToHex(bag.hash(bag.root));
  };

  it('knows every account after the first 140 rounds of mainnet, from the two zero states', async () => {
    const states = ['mc_zerostate', '0_zerostate'];
    bench = await openResolverBench(await recordedChain(data, 'mainnet-2019-11-genesis', states));
    await bench.publish();
    const metrics = await resolveAll();
    expect(metrics).toContain('tonriver_state_blocks_total{mode="whole"} 505');
    expect(metrics).not.toContain('tonriver_state_unresolved_total{');
    await bench.withCells(async (cells) => {
      const [range] = loadRanges(cells);
      expect(range).toMatchObject({ first: 1, last: 140, isComplete: true });
      expect(range!.tops.length).toBe(5);
      // Every round has the blocks that its masterchain block names.
      expect([...cells.recordsUnder('open/')]).toEqual([]);
      for (const { hash } of range!.tops) {
        expect(hashToHex(cells.read(Buffer.from(hash, 'hex'), { cellsMax }).hash())).toBe(hash);
        cells.release(Buffer.from(hash, 'hex'));
      }
      await cells.commit();
      expect(cells.cellCount).toBe(0);
    });
  }, 120_000);

  it.each([
    ['mainnet-2019-11-mc-2660', ['mc_2659_state', 'mc_2660_state', 'mc_2680_state'], 21],
    ['mainnet-2019-12-shard-571525', ['0_2000000000000000_571524_state', '0_2000000000000000_571535_state'], 11],
  ])(
    'over %s, whose blocks are partial, follows from the first recorded state to the last',
    async (run, states, count) => {
      bench = await openResolverBench(await recordedChain(data, run, states));
      await bench.publish({ isPartial: true });
      const metrics = await resolveAll();
      expect(metrics).toContain(`tonriver_state_blocks_total{mode="whole"} ${count}`);
      const last = rootHashOf(recordedState(data, states.at(-1)!));
      await bench.withCells((cells) => {
        expect(loadPartialRange(cells).tops.map(({ hash }) => hash)).toEqual([last]);
        expect(hashToHex(cells.read(Buffer.from(last, 'hex'), { cellsMax }).hash())).toBe(last);
      });
      // Nothing says that the masterchain and these shards are all there is.
      expect(await bench.store.query('SELECT * FROM state_progress FINAL')).toEqual([]);
    },
    120_000,
  );

  it('stops with the hash of a cell when that is missing in the state before', async () => {
    bench = await openResolverBench(
      await recordedChain(data, 'mainnet-2019-11-genesis', ['mc_zerostate', '0_zerostate']),
    );
    await bench.publish({ to: 30 });
    await resolveAll();
    const dropped = await bench.withCells(async (cells) => {
      const [range] = loadRanges(cells);
      const { hash } = range!.tops.find(({ workchain }) => workchain === -1)!;
      // The configuration: hardly a block shows it.
      const bag = Bag.of(cells.read(Buffer.from(hash, 'hex'), { cellsMax }));
      const { config } = loadShardState(bag, bag.root).custom!.config;
      // The configuration contract has it too.
      while (cells.body(bag.hash(config)) !== undefined) cells.release(bag.hash(config));
      await cells.commit();
      return hashToHex(bag.hash(config));
    });
    await bench.publish({ from: 31, to: 40 });
    const running = await bench.start();
    await expect(running.ended).rejects.toMatchObject({ code: 'cell_missing', fields: { hash: dropped } });
  }, 120_000);

  it('does not use a state that a partial block does not follow, and continues', async () => {
    const real = Bag.parse(recordedState(data, 'mc_2659_state').read());
    const state = resolveShardState(real, loadShardState(real, real.root));
    const builder = new CellBuilder();
    storeShardState(builder, { ...state, genUtime: state.genUtime + 1 });
    const boc = writeBag([builder.endCell()]);
    const chain = await recordedChain(data, 'mainnet-2019-11-mc-2660', []);
    bench = await openResolverBench({
      ...chain,
      initialStates: [{ origin: 'forged.boc', isOptional: false, read: () => boc }],
    });
    await bench.publish({ isPartial: true });
    const errors: unknown[] = [];
    const logger = { ...silentLogger, error: (_message: string, fields?: unknown) => void errors.push(fields) };
    const running = await bench.start({ logger });
    await bench.untilDone(running);
    await running.stop();
    expect(errors).toContainEqual(expect.objectContaining({ file: 'forged.boc' }));
    expect(await bench.store.query('SELECT * FROM initial_states')).toEqual([]);
  }, 60_000);
});
