import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, type TemporaryDirectory, type WrittenChain, writeChain } from '@tonriver/testing';
import type { RunAndDie } from './run-and-die.ts';
import { runChild } from './run-child.ts';
import { directoryDigests } from './directory-digests.ts';

const NETWORK = 'crash_test';

/** Each phase is hit at least three times; the occurrence moves the deaths through the chain. */
const DEATHS: readonly NonNullable<RunAndDie['death']>[] = [
  { phase: 'publish', occurrence: 1 },
  { phase: 'publish', occurrence: 1 },
  { phase: 'insert', occurrence: 1 },
  { phase: 'publish', occurrence: 1 },
  { phase: 'inserted', occurrence: 1 },
  { phase: 'publish', occurrence: 1 },
  { phase: 'commit', occurrence: 1 },
  { phase: 'watermark', occurrence: 1 },
  { phase: 'insert', occurrence: 2 },
  { phase: 'inserted', occurrence: 1 },
  { phase: 'commit', occurrence: 1 },
  { phase: 'watermark', occurrence: 1 },
  { phase: 'insert', occurrence: 2 },
  { phase: 'inserted', occurrence: 2 },
  { phase: 'watermark', occurrence: 2 },
  { phase: 'commit', occurrence: 1 },
  { phase: 'insert', occurrence: 1 },
  { phase: 'inserted', occurrence: 1 },
  { phase: 'commit', occurrence: 1 },
  { phase: 'watermark', occurrence: 1 },
  { phase: 'state-insert', occurrence: 1 },
  { phase: 'state-inserted', occurrence: 1 },
  { phase: 'state-committed', occurrence: 1 },
  { phase: 'state-inserted', occurrence: 2 },
  { phase: 'state-committed', occurrence: 2 },
  { phase: 'state-insert', occurrence: 1 },
  { phase: 'state-committed', occurrence: 1 },
  { phase: 'state-insert', occurrence: 2 },
  { phase: 'state-inserted', occurrence: 1 },
];

describe('a process killed with signal 9', () => {
  let folder: TemporaryDirectory;
  let chain: WrittenChain;
  beforeAll(() => {
    folder = temporaryDirectory();
    chain = writeChain(join(folder.path, 'chain'), NETWORK, { seed: 'crash', rounds: 900, transactionsPerRound: 60 });
  }, 300_000);
  afterAll(() => folder.remove());

  const run = (dataDirectory: string, death?: RunAndDie['death']) => {
    const { network } = chain;
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const zeroState = `${hex(network.zeroStateRootHash)}:${hex(network.zeroStateFileHash)}`;
    return runChild({
      dataDirectory,
      chainDirectory: chain.directory,
      statesDirectory: chain.statesDirectory,
      network: { name: NETWORK, globalId: network.globalId, zeroState },
      rounds: chain.rounds,
      ...(death === undefined ? {} : { death }),
    });
  };

  it('has the tables of an undisturbed run after many kills in all phases', async () => {
    const undisturbed = join(folder.path, 'undisturbed');
    expect(await run(undisturbed)).toMatchObject({ signal: null, code: 0, watermark: chain.rounds });
    const expected = await directoryDigests(undisturbed, `ton_${NETWORK}`);

    const disturbed = join(folder.path, 'disturbed');
    const hits: Record<string, number> = {};
    for (const death of DEATHS) {
      const { signal, watermark } = await run(disturbed, death);
      process.stderr.write(`${death.phase} ${death.occurrence}: ${signal ?? 'survived'} at watermark ${watermark}\n`);
      if (signal === 'SIGKILL') hits[death.phase] = (hits[death.phase] ?? 0) + 1;
    }
    expect(await run(disturbed)).toMatchObject({ signal: null, code: 0, watermark: chain.rounds });

    expect(Object.values(hits).reduce((sum, count) => sum + count, 0)).toBe(DEATHS.length);
    expect(Math.min(...Object.values(hits))).toBeGreaterThanOrEqual(3);
    expect(await directoryDigests(disturbed, `ton_${NETWORK}`)).toEqual(expected);
  }, 1_800_000);
});
