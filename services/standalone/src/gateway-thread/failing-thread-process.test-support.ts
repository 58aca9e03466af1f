// A process that starts all services with a port that is taken, starts them again, and then ends the thread of the API.
// Argument: data directory. It prints a line of JSON for each step, see `FailureStep`.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { openScope, type Scope } from '@tonriver/lifecycle';
import { type Logger, silentLogger } from '@tonriver/logger';
import { openBuiltChain } from '../built-chain.ts';
import { startStandalone } from '../service.ts';

export type FailureStep =
  | {
      readonly step: 'refused';
      readonly code: unknown;
      readonly syscall: unknown;
      readonly problems: readonly string[];
    }
  | { readonly step: 'served'; readonly status: number }
  | { readonly step: 'lost'; readonly text: string };

const dataDirectory = process.argv[2] ?? '';
const tell = (step: FailureStep): void => void process.stdout.write(`${JSON.stringify(step)}\n`);
const threads: Worker[] = [];
process.on('worker', (worker) => threads.push(worker));

async function start(scope: Scope, logger: Logger, port: number): Promise<number> {
  const { source, network, initialStates } = await openBuiltChain({ rounds: 2, seed: 1, signal: scope.signal });
  const { apiPort } = await startStandalone(scope, {
    network,
    dataDirectory,
    host: '127.0.0.1',
    port,
    clickHousePort: 0,
    source,
    fetch: { allowPartialRounds: false },
    initialStates,
    logger,
    onFetched: () => undefined,
    onFetchDone: () => undefined,
    onWatermark: () => undefined,
  });
  return apiPort;
}

async function takePort(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const taken = await takePort();
const problems: string[] = [];
const noting: Logger = { ...silentLogger, error: (text) => void problems.push(text), child: () => noting };
const first = openScope({ logger: noting, shutdownGraceMs: 9_000 });
try {
  await start(first, noting, (taken.address() as AddressInfo).port);
} catch (error) {
  const { code, syscall } = error as NodeJS.ErrnoException;
  first.abort();
  await first.close();
  tell({ step: 'refused', code, syscall, problems });
}
taken.close();

const telling: Logger = { ...silentLogger, error: (text) => tell({ step: 'lost', text }), child: () => telling };
threads.length = 0;
const port = await start(openScope({ logger: telling, shutdownGraceMs: 9_000 }), telling, 0);
const url = `http://127.0.0.1:${port}/api/v3/masterchainInfo`;
let status = 0;
while (status !== 200) ({ status } = await fetch(url));
tell({ step: 'served', status });
// The thread of the API is the first one that this start has made.
await threads[0]?.terminate();
setInterval(() => undefined, 1_000);
