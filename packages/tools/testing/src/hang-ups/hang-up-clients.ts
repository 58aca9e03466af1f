import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The stage of a request at which a client leaves. */
export const HANG_UP_STAGES = [
  'connected',
  'part of the head sent',
  'head sent',
  'part of the body sent',
  'request sent',
  'several requests sent at once',
  'request sent, answer never read',
  'part of the answer read',
  'answered',
] as const;

export type HangUpStage = (typeof HANG_UP_STAGES)[number];

export interface HangUpOptions {
  readonly host?: string;
  readonly port: number;
  /** Whole requests as bytes, with heads and bodies; see `rawRequest`. */
  readonly requests: readonly string[];
  readonly clients: number;
  /** Number of clients that are connected at a time. */
  readonly atOnce?: number;
  /** How long a client waits for an answer before it leaves anyway. */
  readonly patienceMs?: number;
}

/** Number of requests of a client that does not wait for answers. */
const PIPELINED = 8;

/**
 * Runs clients that leave at every stage of a request, half of them by closing, half by a reset. The order is the same
 * each time: stages and requests take turns.
 *
 * @returns the number of clients that left at each stage; a refused connection is an error
 */
export async function hangUpClients(options: HangUpOptions): Promise<Readonly<Record<HangUpStage, number>>> {
  const { clients, atOnce = 50 } = options;
  const left = Object.fromEntries(HANG_UP_STAGES.map((stage) => [stage, 0])) as Record<HangUpStage, number>;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < clients) {
      const index = next;
      next += 1;
      const stage = HANG_UP_STAGES[index % HANG_UP_STAGES.length] ?? 'connected';
      await hangUpOnce(options, index, stage);
      left[stage] += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, clients) }, work));
  return left;
}

/** Returns a request as bytes. */
export function rawRequest(method: string, path: string, body = '', headers: Readonly<Record<string, string>> = {}) {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'localhost', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

async function hangUpOnce(options: HangUpOptions, index: number, stage: HangUpStage): Promise<void> {
  const { host = '127.0.0.1', port, requests, patienceMs = 2_000 } = options;
  const round = Math.floor(index / HANG_UP_STAGES.length);
  const request = requests[round % requests.length] ?? rawRequest('GET', '/');
  const socket = await connected(host, port);
  try {
    await goTo(stage, socket, request, patienceMs);
  } finally {
    const isReset = Math.floor(round / requests.length) % 2 === 0;
    await closed(socket, isReset);
  }
}

async function goTo(stage: HangUpStage, socket: Socket, request: string, patienceMs: number): Promise<void> {
  const headEnd = request.indexOf('\r\n\r\n') + 4;
  switch (stage) {
    case 'connected':
      return;
    case 'part of the head sent':
      socket.write(request.slice(0, Math.floor(headEnd / 2)));
      break;
    case 'head sent':
      socket.write(request.slice(0, headEnd));
      break;
    case 'part of the body sent':
      socket.write(request.slice(0, headEnd + Math.floor((request.length - headEnd) / 2)));
      break;
    case 'request sent':
      socket.write(request);
      break;
    case 'several requests sent at once':
      socket.write(request.repeat(PIPELINED));
      break;
    case 'request sent, answer never read':
      socket.pause();
      socket.write(request.repeat(PIPELINED));
      break;
    case 'part of the answer read':
      socket.write(request);
      await firstBytes(socket, patienceMs);
      return;
    case 'answered':
      socket.write(request);
      await quiet(socket, patienceMs);
      return;
  }
  // Long enough for the bytes to arrive, so that the server is at this stage when the client leaves.
  await sleep(5);
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.once('error', reject);
    // The server may close the connection at any time; that is not a failure of the client.
    socket.on('error', () => undefined);
  });
}

function closed(socket: Socket, isReset: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) {
      resolve();
      return;
    }
    socket.once('close', () => resolve());
    if (isReset) socket.resetAndDestroy();
    else socket.destroy();
  });
}

function firstBytes(socket: Socket, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.once('data', done);
    socket.once('close', done);
  });
}

/** Reads until nothing came for some time. */
async function quiet(socket: Socket, patienceMs: number): Promise<void> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const endMs = performance.now() + patienceMs;
  for (let before = -1; performance.now() < endMs && !socket.closed && (bytes === 0 || bytes !== before); ) {
    before = bytes;
    await sleep(20);
  }
}
