// Load over HTTP in a process of its own: reads one order from standard input, sends requests, and writes the results.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** One call as it is sent. `#` in the body is replaced by a number that no other request has. */
export interface LoadRequest {
  readonly path: string;
  readonly body: string;
}

export interface LoadOrder {
  readonly port: number;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** Of each connection between an answer and its next request. */
  readonly pauseMs: number;
  /** Where the numbers begin. */
  readonly firstNumber: number;
}

export interface LoadOutcome {
  readonly latenciesMs: readonly number[];
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer. */
  readonly lost: number;
  /** Answers with 503 that do not say when to come back. */
  readonly withoutRetryAfter: number;
}

const ANSWER_MS_MAX = 30_000;
/** The pause of a client after a 503: shorter than the server asks for, so that the server stays under pressure. */
const REFUSED_PAUSE_MS = 50;

const order = JSON.parse(await text(process.stdin)) as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
const latenciesMs: number[] = [];
const statuses: Record<string, number> = {};
let [lost, withoutRetryAfter, asked] = [0, 0, 0];

async function ask(): Promise<number> {
  const { path, body } = order.requests[asked % order.requests.length] as LoadRequest;
  const sent = body.replace('#', String(order.firstNumber + asked++));
  const started = performance.now();
  return await new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
    const options = { host: '127.0.0.1', port: order.port, agent, path, method: 'POST', headers };
    const call = request(options, (response) => {
      response.resume().on('end', () => {
        const status = response.statusCode ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 200) latenciesMs.push(performance.now() - started);
        if (status === 503 && response.headers['retry-after'] === undefined) withoutRetryAfter += 1;
        resolve(status);
      });
    });
    call.setTimeout(ANSWER_MS_MAX, () => call.destroy(new Error('no answer')));
    call.on('error', () => {
      lost += 1;
      resolve(0);
    });
    call.end(sent);
  });
}

const end = performance.now() + order.seconds * 1000;
const client = async (): Promise<void> => {
  while (performance.now() < end) {
    const status = await ask();
    const pauseMs = status === 503 ? Math.max(order.pauseMs, REFUSED_PAUSE_MS) : order.pauseMs;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};
await Promise.all(Array.from({ length: order.connections }, client));
process.stdout.write(JSON.stringify({ latenciesMs, statuses, lost, withoutRetryAfter } satisfies LoadOutcome));
