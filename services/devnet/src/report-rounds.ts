import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import type { MadeRound } from './chain/make-round.ts';

const SECONDS_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/** Counts rounds in the metrics, and writes what the operator should know to the log. */
export function createRoundReport(metrics: Metrics, logger: Logger): (round: MadeRound) => void {
  const seqno = metrics.gauge('tonriver_devnet_round_seqno', 'The newest round');
  const transactions = metrics.counter('tonriver_devnet_transactions_total', 'Transactions in blocks');
  const messages = metrics.counter('tonriver_devnet_messages_total', 'External messages by what became of them', [
    'state',
  ]);
  const seconds = metrics.histogram('tonriver_devnet_round_seconds', 'Time to make a round', SECONDS_BUCKETS, ['step']);
  return (round) => {
    seqno.set(round.seqno);
    transactions.inc(round.transactionCount);
    messages.inc({ state: 'mined' }, round.minedCount);
    messages.inc({ state: 'expired' }, round.expiredCount);
    seconds.observe({ step: 'build' }, round.buildMs / 1_000);
    seconds.observe({ step: 'store' }, round.storeMs / 1_000);
    for (const warning of round.warnings) logger.warn(warning, { seqno: round.seqno });
    logger.debug('Round', { seqno: round.seqno, transactions: round.transactionCount, buildMs: round.buildMs });
  };
}
