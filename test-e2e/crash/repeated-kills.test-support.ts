import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TemporaryDirectory, temporaryDirectory, type WrittenChain, writeChain } from '@tonriver/testing';
import { type KillTime, runChild } from './run-child.ts';
import { directoryDigests } from './directory-digests.ts';

const NETWORK = 'kills_test';
const DATABASE = `ton_${NETWORK}`;
const INTERVAL_MS = 5000;
/** Of the machine on which the interval is meant. */
const PROCESSORS = 2;

export interface RepeatedKills {
  readonly rounds: number;
  readonly transactionsPerRound: number;
  readonly kills: number;
}

/** A standalone process is killed again and again, 5 s after each start, while its archive grows. */
export function describeRepeatedKills({ rounds, transactionsPerRound, kills }: RepeatedKills): void {
  describe(`a process killed with signal 9 ${kills} times, 5 s after each start`, () => {
    let folder: TemporaryDirectory;
    let chain: WrittenChain;
    beforeAll(() => {
      folder = temporaryDirectory();
      chain = writeChain(join(folder.path, 'chain'), NETWORK, { seed: 'kills', rounds, transactionsPerRound });
    }, 600_000);
    afterAll(() => folder.remove());

    const run = (name: string, options: { readonly to?: number; readonly kill?: KillTime } = {}) => {
      const { network, directory, statesDirectory } = chain;
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
      const zeroState = `${hex(network.zeroStateRootHash)}:${hex(network.zeroStateFileHash)}`;
      const { to, kill } = options;
      return runChild(
        {
          dataDirectory: join(folder.path, name),
          chainDirectory: directory,
          statesDirectory,
          network: { name: NETWORK, globalId: network.globalId, zeroState },
          rounds: chain.rounds,
          ...(to === undefined ? {} : { to }),
        },
        kill,
      );
    };

    it('moves its watermark between any two kills, and ends with the tables of an undisturbed run', async () => {
      const undisturbed = await run('undisturbed');
      expect(undisturbed).toMatchObject({ signal: null, code: 0, watermark: chain.rounds });
      // A slow machine gets more time: twice what a start needs to its first watermark, if 5 s are less.
      const processorMs = Math.max(INTERVAL_MS * PROCESSORS, 2 * undisturbed.firstWatermarkProcessorMs!);

      const watermarks = [0];
      for (let kill = 1; kill <= kills; kill += 1) {
        // Each time there is more than the last process can have indexed.
        const to = Math.ceil((chain.rounds * kill) / (kills + 1));
        const { signal, watermark, ranMs } = await run('disturbed', {
          to,
          kill: { afterMs: INTERVAL_MS, processorMs },
        });
        expect({ kill, signal }).toEqual({ kill, signal: 'SIGKILL' });
        watermarks.push(watermark);
        process.stderr.write(`kill ${kill} after ${Math.round(ranMs)} ms: watermark ${watermark} of ${to}\n`);
      }
      expect(await run('disturbed')).toMatchObject({ signal: null, code: 0, watermark: chain.rounds });
      expect(await directoryDigests(join(folder.path, 'disturbed'), DATABASE)).toEqual(
        await directoryDigests(join(folder.path, 'undisturbed'), DATABASE),
      );
      expect(watermarks).toEqual([...new Set(watermarks)].toSorted((left, right) => left - right));
    }, 1_800_000);
  });
}
