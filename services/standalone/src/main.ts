// `npm start`: every service in one process on embedded parts.
import { aboutProgram } from '@tonriver/config';
import type { RunningDevnet } from '@tonriver/devnet/service';
import { errorMessage } from '@tonriver/errors';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { askPerson } from './ask-person.ts';
import { standaloneConfig, standaloneEnvironment } from './config.ts';
import { refuseOtherContents } from './directory-contents.ts';
import { createProgressDisplay } from './progress-display.ts';
import { explainFailure } from './explain-failure.ts';
import { openDevnetSource } from './open-devnet-source.ts';
import { type OpenedSource, openSource } from './open-source.ts';
import { resetDevnet } from './reset-devnet.ts';
import { startStandalone } from './service.ts';
import { startTexts } from './start-texts.ts';

const isTerminal = process.stdout.isTTY === true;
const config = readConfig();
const logLevel = config.logLevel ?? (isTerminal ? 'warn' : 'info');
const logger = createLogger({ service: 'standalone', level: logLevel, pretty: isTerminal });

const write = (text: string): void => void process.stdout.write(text);
const about = aboutProgram({ ...config, network: config.network?.name }, standaloneEnvironment, process.env);
const terminal = isTerminal ? write : undefined;
await runService({ name: 'standalone', about, logger, terminal, shutdownGraceMs: 9000 }, async (scope) => {
  try {
    await start(scope);
  } catch (error) {
    // A start that was stopped is not reported as failed.
    if (!scope.signal.aborted) throw explainFailure(error, config);
  }
});

async function start(scope: Scope): Promise<void> {
  if (isTerminal) {
    scope.signal.addEventListener('abort', () => write('\nStopping. Press Ctrl-C again to end at once.\n'), {
      once: true,
    });
  }
  const metrics = createMetrics({ withProcess: true });
  const { source, network, fetch, initialStates, devnet } = await open(scope, metrics);
  await scope.start(
    'source',
    () => source,
    (opened) => opened.close(),
  );
  scope.signal.throwIfAborted();
  const display = await scope.start(
    'progress',
    () => createProgressDisplay({ isTerminal, logger, write }),
    (started) => started.stop(),
  );
  const { apiPort, clickHousePort } = await startStandalone(scope, {
    ...config,
    network,
    source,
    fetch,
    initialStates,
    messages: devnet?.messages,
    devnetPort: devnet?.port,
    logger,
    logLevel,
    metrics,
    onFetched: (progress) => display.fetched(progress),
    onFetchDone: (progress) => display.fetchDone(progress),
    onWatermark: (watermark) => display.watermark(watermark),
    onReparsed({ roundsDone, missing, rejected }) {
      if (isTerminal)
        write(`\nRounds parsed again: ${roundsDone}; not possible: ${missing.length + rejected.length}\n`);
    },
  });
  const { dataDirectory, host } = config;
  const texts = startTexts({ network: network.name, host, apiPort, clickHousePort, dataDirectory, devnet });
  logger.info('Tonriver is running', texts.fields);
  scope.step(undefined);
  if (isTerminal) write(texts.forTerminal);
  display.begin();
}

/** Opens the source. What a data directory must not hold is refused before. */
async function open(scope: Scope, metrics: Metrics): Promise<OpenedSource & { readonly devnet?: RunningDevnet }> {
  const { source, dataDirectory } = config;
  refuseOtherContents(dataDirectory, source.kind === 'devnet');
  if (source.kind !== 'devnet') return await openSource({ ...config, source }, logger, scope);
  const { isWanted, isConfirmed } = source.reset;
  const ask = isTerminal && process.stdin.isTTY ? askPerson : undefined;
  if (isWanted) await resetDevnet({ dataDirectory, isConfirmed, ask });
  return await openDevnetSource(source, { logger, scope, metrics });
}

function readConfig(): Exclude<ReturnType<typeof standaloneConfig>, { readonly help: string }> {
  try {
    const read = standaloneConfig(process.argv.slice(2), process.env);
    if (!('help' in read)) return read;
    process.stdout.write(read.help);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  }
}
