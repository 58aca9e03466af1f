// `npm run bench:indexing`: fetcher, parser, assembler and resolver of this release and of an older one, in one process
// each, over one chain, in turns.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineOptionsOrExit } from '@tonriver/config';
import { checkOutRelease, nodeOptionsOfStart, runProgram, temporaryDirectory, writeChain } from '@tonriver/testing';
import { median } from '../measure.ts';
import { numberOptions } from '../number-options.ts';
import { writeFigures } from '../write-figures.ts';
import type { IndexChain, Indexed } from './index-chain.ts';

/** The release that the target is counted from. Later ones cannot be measured: their `npm start` has more services. */
const OLDER_RELEASE = '25e8568';
const NETWORK = 'bench';

const values = commandLineOptionsOrExit(
  'npm run bench:indexing --',
  `Compares how fast this release indexes with ${OLDER_RELEASE}: from files of blocks until all is served and resolved.`,
  {
    rounds: { value: 'N', description: 'Rounds of the chain (default: 600)' },
    transactions: { value: 'N', description: 'Transactions of a round (default: 150)' },
    turns: { value: 'N', description: 'How often each side indexes it (default: 3)' },
    json: { value: 'FILE', description: 'Also writes the figures to this file, as JSON' },
  },
  process.argv.slice(2),
);
const numbers = numberOptions<keyof typeof values>(values, 'npm run bench:indexing');
const rounds = numbers.one('rounds', 600);
const transactionsPerRound = numbers.one('transactions', 150);
const turns = numbers.one('turns', 3);

const folder = temporaryDirectory();
const older = checkOutRelease(OLDER_RELEASE, join(folder.path, 'older'));
try {
  const options = { seed: 'indexing', rounds, transactionsPerRound, shardsMax: 4 };
  const { directory, statesDirectory, network, facts } = writeChain(join(folder.path, 'chain'), NETWORK, options);
  const count = facts.basechainTransactions + facts.masterchainTransactions;
  console.log(`${count} transactions in ${rounds} rounds; seconds and processor seconds of each turn\n`);
  const zeroState = [network.zeroStateRootHash, network.zeroStateFileHash]
    .map((hash) => Buffer.from(hash).toString('hex'))
    .join(':');
  const chain = {
    chainDirectory: directory,
    statesDirectory,
    network: { name: NETWORK, globalId: network.globalId, zeroState },
    rounds,
  };
  const sides: Record<'older' | 'now', Indexed[]> = { older: [], now: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of ['older', 'now'] as const) {
      const dataDirectory = join(folder.path, `${side}-${turn}`);
      mkdirSync(dataDirectory);
      const olderTree = side === 'older' ? { olderTree: older.path } : {};
      const indexed = await indexChain({ ...chain, ...olderTree, dataDirectory });
      sides[side].push(indexed);
      console.log(
        `  ${side.padEnd(8)}${indexed.seconds.toFixed(1).padStart(8)}${indexed.cpuSeconds.toFixed(1).padStart(8)}`,
      );
    }
  }
  const middle = (side: keyof typeof sides, name: keyof Indexed): number =>
    median(sides[side].map((indexed) => indexed[name]));
  const figures: Record<string, number> = {};
  for (const side of ['older', 'now'] as const) {
    figures[`${side}.transactions_per_second`] = count / middle(side, 'seconds');
    figures[`${side}.processor_ms_per_transaction`] = (middle(side, 'cpuSeconds') * 1_000) / count;
  }
  figures['speed_ratio'] = middle('older', 'seconds') / middle('now', 'seconds');
  figures['processor_ratio'] = middle('now', 'cpuSeconds') / middle('older', 'cpuSeconds');
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(44)}${value.toFixed(2).padStart(10)}`);
  if (typeof values.json === 'string') writeFigures(values.json, figures);
} finally {
  older.remove();
  folder.remove();
}

/** Both sides have the options of Node of this release. */
async function indexChain(order: IndexChain): Promise<Indexed> {
  const typeScript = import.meta.resolve('@tonriver/strip-types');
  const file = join(import.meta.dirname, 'index-chain.ts');
  const words = [...nodeOptionsOfStart(), '--import', typeScript, file, JSON.stringify(order)];
  const output = await runProgram(process.execPath, words, order.dataDirectory);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Indexed;
}
