import { setInterval } from 'node:timers';
import type { Watermark } from '@tonriver/chain-reader';
import type { Metrics } from '@tonriver/telemetry';
import type { RequestHandler, Response } from 'express';
import { GatewayError } from '../gateway-error.ts';
import { contextOf } from '../middleware/request-context.ts';

export interface LiveRoundsOptions {
  readonly watermark: Pick<Watermark, 'current' | 'forRequest'>;
  readonly network: { readonly name: string; readonly isTestnet: boolean };
  /** Whether pending actions are served. */
  readonly hasPending: boolean;
  /** More are refused with 429. */
  readonly listenersMax: number;
  /** How often the watermark is looked at while somebody listens. */
  readonly pollMs: number;
  readonly metrics: Metrics;
  readonly heartbeatMs?: number;
}

export interface LiveRounds {
  /** Answers a listener with server-sent events until it leaves. */
  readonly listen: RequestHandler;
  /** Ends all answers, and refuses further listeners. Repeatable. */
  close(): void;
}

const HEARTBEAT_MS = 15_000;
/** A listener that left this much unread misses frames, and is cut off at the next heartbeat. */
const UNREAD_BYTES_MAX = 16 * 1024;

/**
 * Tells listeners of new rounds by server-sent events (`text/event-stream`). First comes event `connected`, then event
 * `event` with `{"type":"rounds","finality":"finalized","first":…,"last":…}` whenever the range of rounds that can be
 * read has grown, and a comment every 15 s. A frame says all that the ones before it said, so a missed one is no loss.
 */
export function createLiveRounds(options: LiveRoundsOptions): LiveRounds {
  const { watermark, network, hasPending, listenersMax, pollMs, metrics, heartbeatMs = HEARTBEAT_MS } = options;
  const listeners = new Set<Response>();
  const gauge = metrics.gauge('tonriver_api_explorer_listeners', 'Listeners of the explorer');
  let timers: readonly NodeJS.Timeout[] = [];
  let isClosed = false;
  let told = '';

  const tell = (): void => {
    const frame = roundsFrame(watermark);
    if (frame === told) return;
    told = frame;
    for (const listener of listeners) write(listener, frame);
  };
  const look = async (): Promise<void> => {
    // Says that somebody waits, so that the watermark is polled as often as for requests.
    await watermark.forRequest();
    tell();
  };
  const beat = (): void => {
    for (const listener of listeners) {
      if (isSlow(listener)) listener.destroy();
      else listener.write(': keepalive\n\n');
    }
  };
  const count = (): void => {
    gauge.set(listeners.size);
    const isNeeded = listeners.size > 0;
    if (isNeeded === timers.length > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = isNeeded ? [setInterval(() => void look(), pollMs), setInterval(beat, heartbeatMs)] : [];
  };

  return {
    listen(request, response, next) {
      contextOf(response).endpoint = 'explorer_live';
      const refusal = refusalOf(isClosed, listeners.size >= listenersMax, listenersMax);
      if (refusal !== undefined) {
        next(refusal);
        return;
      }
      response.status(200).set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      tell();
      listeners.add(response);
      response.on('close', () => {
        listeners.delete(response);
        count();
      });
      const connected = { network: network.name, is_testnet: network.isTestnet, has_pending: hasPending };
      response.write(`event: connected\ndata: ${JSON.stringify(connected)}\n\n${told}`);
      count();
    },
    close() {
      isClosed = true;
      for (const listener of listeners) listener.end();
    },
  };
}

function refusalOf(isClosed: boolean, isFull: boolean, listenersMax: number): GatewayError | undefined {
  if (isClosed) return new GatewayError('overloaded', 'the server stops', { retryAfterSeconds: 1 });
  if (!isFull) return undefined;
  const text = `too many listeners: ${listenersMax} at most`;
  return new GatewayError('overloaded', text, { status: 429, retryAfterSeconds: 5 });
}

/** The frame that tells of the rounds that can be read; empty while there are none. */
function roundsFrame(watermark: Pick<Watermark, 'current'>): string {
  const range = watermark.current()?.range;
  if (range === undefined) return '';
  const { firstSeqno: first, lastSeqno: last } = range;
  return `event: event\ndata: ${JSON.stringify({ type: 'rounds', finality: 'finalized', first, last })}\n\n`;
}

function write(listener: Response, frame: string): void {
  if (!isSlow(listener)) listener.write(frame);
}

function isSlow({ writableLength }: Response): boolean {
  return writableLength > UNREAD_BYTES_MAX;
}
