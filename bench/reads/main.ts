// `npm run bench:reads`: this release and an older one with the options of `npm start`, over one chain, asked in turns.
// Counts the processor time of all processes of a side, so that other work on the machine changes little.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOptionsOrExit } from '@tonriver/config';
import { checkOutRelease, repositoryRoot, temporaryDirectory, writeChain } from '@tonriver/testing';
import { numberOptions } from '../number-options.ts';
import { writeFigures } from '../write-figures.ts';
import { measureTurns, requestsOfTurns, warmUp } from './measure-turns.ts';
import { requestKinds } from './requests.ts';
import { Side } from './side.ts';

/** The release that the targets of reading are counted from. */
const FIRST_RELEASE = '25e8568';

const values = commandLineOptionsOrExit(
  'npm run bench:reads --',
  'Compares the reads of this release with those of an older one: processor time, answers a second, storage.',
  {
    release: { value: 'COMMIT', description: `The older release (default: ${FIRST_RELEASE})` },
    rounds: { value: 'N', description: 'Rounds of the chain (default: 1200)' },
    transactions: { value: 'N', description: 'Transactions of a round (default: 150)' },
    turns: { value: 'N', description: 'Turns of each measurement (default: 1)' },
    clients: { value: 'N,N', description: 'Numbers of clients (default: 1,16,64)' },
    encodings: { value: 'E;E', description: 'Values of Accept-Encoding (default: none;br, gzip)' },
    only: { value: 'TEXT', description: 'Only kinds of requests whose name has this text' },
    json: { value: 'FILE', description: 'Also writes the figures to this file, as JSON' },
  },
  process.argv.slice(2),
);
const textOf = (name: keyof typeof values, otherwise: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : otherwise;
};
const numbers = numberOptions<keyof typeof values>(values, 'npm run bench:reads');

const IDLE_SECONDS = 20;
/** After a start the engine looks through its tables, code is compiled, and then V8 gives back the memory of both. */
const SETTLED_SECONDS = 120;
const NETWORK = 'bench';
const rounds = numbers.one('rounds', 1_200);
const transactionsPerRound = numbers.one('transactions', 150);
const turns = numbers.one('turns', 1);
const clientNumbers = numbers.many('clients', '1,16,64');
const encodings = textOf('encodings', 'none;br, gzip').split(';');
const only = textOf('only', '');
const release = textOf('release', FIRST_RELEASE);

const folder = temporaryDirectory();
const older = checkOutRelease(release, join(folder.path, 'older'));
const sides: Side[] = [];
const figures: Record<string, number> = {};
/** Prints a figure of both sides, older first, and keeps it. */
const tell = (name: string, measured: readonly (number | undefined)[], digits = 2): void => {
  const [before, now] = measured;
  if (before !== undefined && measured.length === 1) {
    figures[`${name}.now`] = before;
    console.log(`  ${name.padEnd(58)}${''.padStart(12)}${before.toFixed(digits).padStart(12)}`);
  }
  if (before === undefined || now === undefined) return;
  figures[`${name}.older`] = before;
  figures[`${name}.now`] = now;
  const [left, right, share] = [before, now, now / before].map((value) => value.toFixed(digits).padStart(12));
  console.log(`  ${name.padEnd(58)}${left}${right}${share}`);
};

try {
  const chain = writeChain(join(folder.path, 'chain'), NETWORK, {
    seed: 'reads',
    rounds,
    transactionsPerRound,
    shardsMax: 4,
  });
  const count = chain.facts.basechainTransactions + chain.facts.masterchainTransactions;
  console.log(`${count} transactions in ${rounds} rounds; ${release}, this release, and the share of the first\n`);
  for (const [name, tree] of [
    [release, older.path],
    ['this release', repositoryRoot],
  ] as const) {
    const directory = join(folder.path, name.replaceAll(' ', '-'));
    mkdirSync(directory);
    sides.push(await Side.open({ name, tree, chain, directory }));
  }
  const indexed = [];
  for (const side of sides) indexed.push(await side.index());
  tell(
    'index: transactions a second',
    indexed.map(({ seconds }) => count / seconds),
    0,
  );
  tell(
    'index: processor ms of a transaction',
    indexed.map(({ cpuSeconds }) => (cpuSeconds * 1000) / count),
    3,
  );
  await tellStorage(count);
  await tellIdle();
  const [first] = sides;
  if (first === undefined) throw new Error('There is no side');
  const kinds = (await requestKinds(chain, first)).filter(({ name }) => name.includes(only));
  if (kinds.length === 0) throw new Error(`No kind of request has "${only}" in its name`);
  for (const kind of kinds) {
    const asked = kind.isNew === true ? sides.slice(1) : sides;
    await warmUp(asked, kind);
    let used = 0;
    for (const clients of clientNumbers) {
      for (const encoding of encodings) {
        const sent = encoding === 'none' ? undefined : encoding;
        const requests = requestsOfTurns(kind, { clients, turns, used });
        if (kind.isRepeated !== true) used += requests.flat().length;
        const measured = await measureTurns(asked, {
          clients,
          encoding: sent,
          turns: requests,
          ofOlder: kind.ofOlder,
        });
        const name = `${kind.name}, ${clients} clients, ${encoding}`;
        tell(
          `${name}: processor ms`,
          measured.map(({ cpuMs }) => cpuMs),
        );
        tell(
          `${name}: answers a second`,
          measured.map(({ answersPerSecond }) => answersPerSecond),
        );
        tell(
          `${name}: p50 ms`,
          measured.map(({ p50Ms }) => p50Ms),
        );
        tell(
          `${name}: p99 ms`,
          measured.map(({ p99Ms }) => p99Ms),
        );
        if (measured.some(({ refusals }) => refusals > 0)) {
          tell(
            `${name}: refused`,
            measured.map(({ refusals }) => refusals),
            0,
          );
        }
      }
    }
  }
  if (typeof values.json === 'string') writeFigures(values.json, figures);
} finally {
  for (const side of sides) await side.stop();
  older.remove();
  folder.remove();
}

/** Bytes on disk of a transaction, after all parts are merged: in all, and of the largest tables. */
async function tellStorage(count: number): Promise<void> {
  const sizes: Map<string, number>[] = [];
  for (const side of sides) {
    const rows = await side.query(
      "SELECT table, sum(bytes_on_disk) FROM system.parts WHERE active AND database LIKE 'ton_%' GROUP BY table",
    );
    sizes.push(new Map(rows.map(([table, bytes]) => [table ?? '', Number(bytes) / count])));
  }
  const totals = sizes.map((ofSide) => [...ofSide.values()].reduce((total, bytes) => total + bytes, 0));
  tell('storage: bytes of a transaction', totals, 1);
  const tables = [...new Set(sizes.flatMap((ofSide) => [...ofSide.keys()]))];
  for (const table of tables.toSorted())
    tell(
      `storage: ${table}`,
      sizes.map((ofSide) => ofSide.get(table) ?? 0),
      1,
    );
}

/** Processor time while nothing is asked. */
async function tellIdle(): Promise<void> {
  for (const side of sides) await side.restart();
  await sleep(SETTLED_SECONDS * 1000);
  const before = sides.map((side) => side.cpuMs());
  await sleep(IDLE_SECONDS * 1000);
  tell(
    'idle: processor ms a second',
    sides.map((side, index) => (side.cpuMs() - (before[index] ?? 0)) / IDLE_SECONDS),
  );
}
