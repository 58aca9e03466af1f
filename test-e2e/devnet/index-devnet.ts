// A standalone that indexes a devnet, and ends when a round is served and its states are resolved.
// Arguments: one JSON object, see `IndexDevnet`.
import { openBlockSource } from '@tonriver/block-source';
import { networkFromOptions } from '@tonriver/chain-model';
import { openScope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { startStandalone } from '@tonriver/standalone/service';
import { initialStateFiles } from '@tonriver/state-resolver/service';

export interface IndexDevnet {
  readonly dataDirectory: string;
  readonly url: string;
  /** Folder with the zero states. */
  readonly statesDirectory: string;
  readonly network: { readonly name: string; readonly globalId: number; readonly zeroState: string };
  readonly untilRound: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as IndexDevnet;
const logger = createLogger({ service: 'index-devnet', level: 'warn' });
const scope = openScope({ logger, shutdownGraceMs: 20_000 });
const reached = { watermark: 0, states: 0 };
let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});
const look = (): void => {
  if (Math.min(reached.watermark, reached.states) >= options.untilRound) finish();
};
const { url } = options;
await startStandalone(scope, {
  dataDirectory: options.dataDirectory,
  network: networkFromOptions(options.network),
  host: '127.0.0.1',
  port: 0,
  clickHousePort: 0,
  source: await openBlockSource({ kind: 'devnet', url }, { logger }),
  fetch: { allowPartialRounds: false },
  initialStates: initialStateFiles([options.statesDirectory]),
  logger,
  onFetched: () => undefined,
  onFetchDone: () => undefined,
  onWatermark({ last }) {
    reached.watermark = last;
    look();
  },
  onStates({ last }) {
    reached.states = last;
    look();
  },
});
await Promise.race([finished, scope.untilDone()]);
await scope.close();
process.stdout.write(`indexed ${reached.watermark}\n`);
process.exit(0);
