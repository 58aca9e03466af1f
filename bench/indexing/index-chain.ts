// Indexes a chain from its files until all rounds are served and all states are resolved, with an older release or with
// the four services of this one. Argument: one JSON object, see `IndexChain`. Prints one line of JSON, see `Indexed`.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBlockSource } from '@tonriver/block-source';
import { silentLogger as logger } from '@tonriver/logger';
import { initialStateFiles } from '@tonriver/state-resolver/service';
import { networkFromOptions } from '@tonriver/chain-model';
import { openPipeline } from '../open-pipeline.ts';

export interface IndexChain {
  /** The tree of files of an older release; absent: this release. */
  readonly olderTree?: string;
  /** An empty directory, for the older release: this one makes its own. */
  readonly dataDirectory: string;
  readonly chainDirectory: string;
  readonly statesDirectory: string;
  readonly network: { readonly name: string; readonly globalId: number; readonly zeroState: string };
  readonly rounds: number;
}

export interface Indexed {
  readonly seconds: number;
  /** Processor time of the process from the same moment on. */
  readonly cpuSeconds: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as IndexChain;
const index = options.olderTree === undefined ? indexHere : await loadOlder(options.olderTree);
const began = { cpu: process.cpuUsage(), ms: performance.now() };
const remove = await index();
const { user, system } = process.cpuUsage(began.cpu);
const indexed: Indexed = { seconds: (performance.now() - began.ms) / 1_000, cpuSeconds: (user + system) / 1e6 };
await remove();
process.stdout.write(`${JSON.stringify(indexed)}\n`, () => process.exit(0));

/** Returns what removes the index again. */
async function indexHere(): Promise<() => Promise<void>> {
  const { rounds, chainDirectory, statesDirectory } = options;
  const network = networkFromOptions(options.network);
  const pipeline = await openPipeline(network, { initialStates: initialStateFiles([statesDirectory]) });
  pipeline.run();
  const source = await openBlockSource({ kind: 'archive', paths: [chainDirectory], follow: false }, { logger });
  await Promise.all([pipeline.publish(source), pipeline.untilWatermark(rounds), pipeline.untilStates(rounds)]);
  return () => pipeline.close();
}

/** What is used of the release from which the targets are counted. Its `npm start` has just these four services. */
interface OlderRelease {
  openArchive(options: { readonly paths: readonly string[]; readonly logger: unknown }): Promise<unknown>;
  openScope(options: { readonly logger: unknown; readonly shutdownGraceMs: number }): {
    untilDone(): Promise<void>;
  };
  initialStateFiles(paths: readonly string[]): unknown;
  startStandalone(scope: unknown, options: unknown): Promise<unknown>;
}

async function loadOlder(tree: string): Promise<typeof indexHere> {
  const { resolve } = createRequire(join(tree, 'services/standalone/package.json'));
  const load = async (name: string): Promise<Partial<OlderRelease>> =>
    (await import(pathToFileURL(resolve(name)).href)) as Partial<OlderRelease>;
  const names = ['@tonriver/block-source', '@tonriver/lifecycle', '@tonriver/state-resolver/service'];
  const parts: Partial<OlderRelease>[] = await Promise.all(names.map(load));
  parts.push(await load('@tonriver/standalone/service'));
  const older = Object.assign({}, ...parts) as OlderRelease;
  return async () => {
    const { rounds, chainDirectory, statesDirectory, dataDirectory } = options;
    const scope = older.openScope({ logger, shutdownGraceMs: 60_000 });
    const source = await older.openArchive({ paths: [chainDirectory], logger });
    const reached = { watermark: 0, states: 0 };
    await new Promise<void>((done, fail) => {
      const look = (): void => {
        if (Math.min(reached.watermark, reached.states) >= rounds) done();
      };
      const started = older.startStandalone(scope, {
        network: networkFromOptions(options.network),
        dataDirectory,
        host: '127.0.0.1',
        port: 0,
        clickHousePort: 0,
        source,
        fetch: { allowPartialRounds: false },
        initialStates: older.initialStateFiles([statesDirectory]),
        logger,
        onFetched: () => undefined,
        onFetchDone: () => undefined,
        onWatermark({ last }: { readonly last: number }) {
          reached.watermark = last;
          look();
        },
        onStates({ last }: { readonly last: number }) {
          reached.states = last;
          look();
        },
      });
      started.then(() => scope.untilDone()).catch(fail);
    });
    // Whoever made the data directory removes it.
    return () => Promise.resolve();
  };
}
