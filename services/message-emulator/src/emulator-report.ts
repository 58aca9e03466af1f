import type { Logger } from '@tonriver/logger';
import type { Clock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import type { LiveTrace } from './traces/live-trace.ts';

/** What an operator sees of the emulator. */
export interface EmulatorReport {
  readonly onOutcome: (outcome: 'trace' | 'refused' | 'failed', trace: LiveTrace) => void;
  onEnded(how: 'finished' | 'expired' | 'no_room', trace: LiveTrace): void;
  onNotFollowed(): void;
  onLive(live: { readonly traces: number; readonly bytes: number; readonly running: number }): void;
}

const SECONDS_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30, 60];

export function createEmulatorReport({
  metrics,
  logger,
  clock,
}: {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
}): EmulatorReport {
  const outcomes = metrics.counter('tonriver_pending_emulations_total', 'Emulations of pending traces', ['outcome']);
  const ended = metrics.counter('tonriver_pending_ended_total', 'Messages that are not followed any more', ['how']);
  const shown = metrics.histogram(
    'tonriver_pending_shown_seconds',
    'Time from the message to its first emulated trace',
    SECONDS_BUCKETS,
  );
  const live = metrics.gauge('tonriver_pending_traces', 'Messages that are followed');
  const memory = metrics.gauge('tonriver_pending_bytes', 'Memory of followed messages and their traces, about');
  const running = metrics.gauge('tonriver_pending_emulations_running', 'Emulations that run');
  return {
    onOutcome(outcome, trace) {
      outcomes.inc({ outcome });
      if (outcome === 'trace' && !trace.isShown) shown.observe((clock.nowMs() - trace.takenAtMs) / 1_000);
      if (outcome === 'trace') trace.isShown = true;
    },
    onEnded(how, { message, kept }) {
      const isRefused = kept?.state === 'refused';
      ended.inc({ how: isRefused && how === 'expired' ? 'refused' : how });
      if (how === 'expired') logger.info('A message came to no block', { message: message.key, reason: kept?.reason });
    },
    onNotFollowed() {
      ended.inc({ how: 'no_room' });
    },
    onLive({ traces, bytes, running: emulations }) {
      live.set(traces);
      memory.set(bytes);
      running.set(emulations);
    },
  };
}
