// Composition root of the devnet: messages in over HTTP, blocks out over HTTP, the chain in a thread of its own.
import { readServiceOrExit } from '@tonriver/config';
import { runService } from '@tonriver/lifecycle';
import { createLogger } from '@tonriver/logger';
import { announce } from './announce.ts';
import { devnetConfig, devnetEnvironment } from './config.ts';
import { startDevnet } from './service.ts';

const { config, about } = readServiceOrExit({
  service: 'devnet',
  summary: 'a local TON chain: takes messages, executes them, makes blocks',
  schema: devnetEnvironment,
  build: devnetConfig,
  environment: process.env,
});
const logger = createLogger({ service: 'devnet', level: config.logLevel });

const { shutdownGraceMs } = config;
await runService({ name: 'devnet', about, logger, shutdownGraceMs }, async (scope) => {
  announce(await startDevnet(scope, config, logger), logger);
});
