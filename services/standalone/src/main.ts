// `npm start`: every service in one process on embedded parts.
import { aboutProgram } from '@tonriver/config';
import { errorMessage } from '@tonriver/errors';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { standaloneConfig, standaloneEnvironment } from './config.ts';
import { createProgressDisplay } from './progress-display.ts';
import { explainFailure } from './explain-failure.ts';
import { openSource } from './open-source.ts';
import { startStandalone } from './service.ts';

const isTerminal = process.stdout.isTTY === true;
const config = readConfig();
const logger = createLogger({
  service: 'standalone',
  level: config.logLevel ?? (isTerminal ? 'warn' : 'info'),
  pretty: isTerminal,
});

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
  const { source, network, fetch, initialStates } = await openSource(config, logger, scope);
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
    logger,
    onFetched: (progress) => display.fetched(progress),
    onFetchDone: (progress) => display.fetchDone(progress),
    onWatermark: (watermark) => display.watermark(watermark),
    onReparsed({ roundsDone, missing, rejected }) {
      if (isTerminal)
        write(`\nRounds parsed again: ${roundsDone}; not possible: ${missing.length + rejected.length}\n`);
    },
  });
  const addresses = {
    api: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${apiPort}/api/v3/index.html`,
    clickHouse: `http://127.0.0.1:${clickHousePort}/`,
    dataDirectory: config.dataDirectory,
  };
  logger.info('Tonriver is running', { network: network.name, ...addresses });
  scope.step(undefined);
  if (isTerminal) {
    write(`Tonriver indexes ${network.name}; Ctrl-C stops it.\n`);
    write(`  API         ${addresses.api}\n  ClickHouse  ${addresses.clickHouse} (read-only)\n`);
    write(`  Data        ${addresses.dataDirectory}\n`);
  }
  display.begin();
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
