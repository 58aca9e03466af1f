import type { MessageTarget } from '@tonriver/api-model';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createHealth, createMetrics, type Metrics } from '@tonriver/telemetry';
import type { MadeRound } from './chain/make-round.ts';
import type { DevnetProcess } from './config.ts';
import { createRoundFeed } from './http/round-feed.ts';
import { startDevnetServer } from './http/start-devnet-server.ts';
import { createOwnMessageTarget } from './own-message-target.ts';
import { removeChain } from './remove-chain.ts';
import { createRoundReport } from './report-rounds.ts';
import { type ChainThread, startChainThread } from './thread/start-chain-thread.ts';

export { type DevnetProcess, devnetConfig, devnetEnvironment } from './config.ts';

/** Rounds that are kept in memory for readers that follow the chain. */
const FEED_ROUNDS = 64;

/** A devnet that makes rounds and answers on its port. */
export interface RunningDevnet extends Pick<ChainThread, 'identity' | 'wallets' | 'faucetAddress' | 'zeroState'> {
  readonly port: number;
  /** Where services of this process send messages. */
  readonly messages: MessageTarget;
}

/**
 * Starts the devnet: its chain in a thread of its own, and its port.
 *
 * @param shared.metrics those of a process that has other services too; default: its own
 */
export async function startDevnet(
  scope: Scope,
  config: DevnetProcess,
  logger: Logger,
  shared: { readonly metrics?: Metrics } = {},
): Promise<RunningDevnet> {
  const { shutdownDrainMs: drainMs, shutdownGraceMs } = config;
  const { metrics = createMetrics({ withProcess: true }) } = shared;
  if (config.reset) removeChain(config.devnet.directory);
  const report = createRoundReport(metrics, logger);
  const startChain = () => startChainThread(config.devnet);
  const chain = await scope.start('chain', startChain, (started) => started.close());
  const { firstSeqno, seqno: lastSeqno } = await chain.status();
  const feed = createRoundFeed({ firstSeqno, lastSeqno, roundsMax: FEED_ROUNDS });
  const parts = { chain, feed, health: createHealth(), metrics, logger };
  const startServer = () => startDevnetServer({ ...config.http, ...parts });
  const times = { drainMs, graceMs: shutdownGraceMs - 1_000 };
  const { port, healthPort } = await scope.start('devnet port', startServer, (server) => server.stop(times));
  logger.info('Listening', { host: config.http.host, port, healthPort });
  const onRound = (round: MadeRound): void => {
    report(round);
    feed.add(round);
  };
  scope.background('chain', (signal) => chain.run(signal, onRound));
  const { identity, wallets, faucetAddress, zeroState } = chain;
  return { port, messages: createOwnMessageTarget(chain), identity, wallets, faucetAddress, zeroState };
}
