// A standalone process that kills itself with signal 9 at a given moment, or ends when everything is indexed.
// Arguments: one JSON object, see `RunAndDie`.
import { setTimeout as sleep } from 'node:timers/promises';
import { openArchive } from '@tonriver/block-source';
import { networkFromOptions } from '@tonriver/chain-model';
import { openScope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { type Phase, startStandalone } from '@tonriver/standalone/service';
import { initialStateFiles } from '@tonriver/state-resolver/service';

export interface RunAndDie {
  readonly dataDirectory: string;
  readonly chainDirectory: string;
  /** Folder with the zero states. */
  readonly statesDirectory: string;
  readonly network: { readonly name: string; readonly globalId: number; readonly zeroState: string };
  readonly rounds: number;
  /** The last round that the archive has by now; absent: it has all. */
  readonly to?: number;
  /** The phase and occurrence at which it kills itself; absent: never. */
  readonly death?: { readonly phase: Phase; readonly occurrence: number };
}

const options = JSON.parse(process.argv[2] ?? '{}') as RunAndDie;
const logger = createLogger({ service: 'crash-test', level: 'error' });
const scope = openScope({ logger, shutdownGraceMs: 20_000 });
let occurrences = 0;

const onPhase = (phase: Phase): void => {
  if (phase !== options.death?.phase) return;
  occurrences += 1;
  if (occurrences === options.death.occurrence) process.kill(process.pid, 'SIGKILL');
};

/** The parent decides by it when the process has had its time: on a loaded machine seconds say little. */
const tellProcessorTime = (): void => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`processor ${Math.round((user + system) / 1000)}\n`);
};
setInterval(tellProcessorTime, 100).unref();

let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});
const reached = { watermark: 0, states: 0 };
const finishWhenDone = (): void => {
  if (Math.min(reached.watermark, reached.states) >= options.rounds) finish();
};
const { apiPort, clickHousePort } = await startStandalone(scope, {
  dataDirectory: options.dataDirectory,
  network: networkFromOptions(options.network),
  host: '127.0.0.1',
  port: 0,
  clickHousePort: 0,
  source: await openArchive({ paths: [options.chainDirectory], logger }),
  fetch: { allowPartialRounds: false, ...(options.to === undefined ? {} : { to: options.to }) },
  initialStates: initialStateFiles([options.statesDirectory]),
  logger,
  onFetched: () => undefined,
  onFetchDone: () => undefined,
  onWatermark({ last }) {
    process.stdout.write(`${last}\n`);
    reached.watermark = last;
    finishWhenDone();
  },
  onStates({ last }) {
    reached.states = last;
    finishWhenDone();
  },
  onPhase,
});
await Promise.race([finished, scope.untilDone()]);
// Actions come last: contracts are examined and traces classified behind watermark and states.
const lastActions = `http://127.0.0.1:${apiPort}/api/v3/actions?mc_seqno=${options.rounds}&limit=1`;
while (!scope.signal.aborted && (await fetch(lastActions)).status !== 200) await sleep(100);
// Where the examination got no processor for long, traces are classified without it, and once more when it is done.
const isFinal = `SELECT countIf(is_last) >= ${options.rounds}
  AND (SELECT count() = 0 FROM classified_traces FINAL WHERE NOT knows_interfaces) FROM detected_rounds FINAL`;
const database = `ton_${options.network.name}`;
const finalQuery = `http://127.0.0.1:${clickHousePort}/?${new URLSearchParams({ database, query: isFinal }).toString()}`;
while (!scope.signal.aborted) {
  const answer = await fetch(finalQuery);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The tables cannot be read: ${text}`);
  if (text.trim() === '1') break;
  await sleep(200);
}
await scope.close();
process.exit(0);
