// Makes the load of the API bench: reads one JSON object from standard input, sends requests, writes one JSON object.
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LoadOrder {
  readonly port: number;
  readonly paths: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Ends earlier, when each path was requested once. */
  readonly isOnce?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadResult {
  /** Latencies of answers with 200. */
  readonly latenciesMs: readonly number[];
  /** Answers with 503 or 504: the gateway has too much to do. */
  readonly refusals: number;
  /** Other answers, and requests without one. */
  readonly failures: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
}

/** A request without an answer after this time is a failure. */
const ANSWER_MS_MAX = 10_000;

const order = JSON.parse(await text(process.stdin)) as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: order.clients });
const latenciesMs: number[] = [];
let refusals = 0;
let failures = 0;
let asked = 0;

/** All clients take requests from one list, so that no two send the same request at a time. */
function ask(): Promise<void> {
  const path = order.paths[asked++ % order.paths.length] ?? '/';
  const start = performance.now();
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port: order.port, agent, path, headers: order.headers ?? {} },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) latenciesMs.push(performance.now() - start);
          else if (response.statusCode === 503 || response.statusCode === 504) refusals += 1;
          else failures += 1;
          resolve();
        });
      },
    );
    request.setTimeout(ANSWER_MS_MAX, () => request.destroy(new Error('no answer')));
    request.on('error', () => {
      failures += 1;
      resolve();
    });
  });
}

const beganMs = performance.now();
const end = beganMs + order.seconds * 1000;
await Promise.all(
  Array.from({ length: order.clients }, async () => {
    while (performance.now() < end && !(order.isOnce === true && asked >= order.paths.length)) await ask();
  }),
);
process.stdout.write(
  JSON.stringify({
    latenciesMs,
    refusals,
    failures,
    seconds: (performance.now() - beganMs) / 1000,
  } satisfies LoadResult),
);
