import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request as a client sent it, and its answer. */
interface RecordedExchange {
  /** Parameter → its values, sorted by names. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Undefined without a body. */
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface RecordingProxy {
  readonly host: string;
  /** Returns the exchanges since the last call, in the order of the requests. */
  takeExchanges(): readonly RecordedExchange[];
  stop(): Promise<void>;
}

/**
 * A server that passes requests on to a port of this machine and writes down what both sides say, as JSON. A request
 * that was made before gets the answer of then, so that several clients cost as much as one. Requests may not overlap.
 */
export async function startRecordingProxy(port: number): Promise<RecordingProxy> {
  const answers = new Map<string, { readonly status: number; readonly text: string }>();
  let exchanges: RecordedExchange[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const answer = async (): Promise<void> => {
      const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
      searchParams.sort();
      const body = method === 'POST' ? await json(request) : undefined;
      const key = JSON.stringify([method, pathname, searchParams.toString(), body]);
      const { status, text } = answers.get(key) ?? (await ask(port, { method, url, body }));
      answers.set(key, { status, text });
      const names = [...new Set(searchParams.keys())];
      const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
      exchanges.push({ query, body, status, answer: JSON.parse(text) });
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
    };
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeExchanges() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function ask(
  port: number,
  { method, url, body }: { readonly method: string; readonly url: string; readonly body: unknown },
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
