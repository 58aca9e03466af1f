import { Agent, type IncomingMessage, get } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** An answer; status 0: there was none. */
interface JsonAnswer {
  readonly status: number;
  /** Undefined unless the status is 200. */
  readonly json: unknown;
}

export interface JsonClient {
  get(url: string): Promise<JsonAnswer>;
  close(): void;
}

const NO_ANSWER: JsonAnswer = { status: 0, json: undefined };
const unzip = promisify(gunzip);

/**
 * Reads JSON over connections that are kept open, for tests that measure how long answers take. `fetch` makes so much
 * garbage that collecting it took longer than the slowest answers.
 */
export function createJsonClient(): JsonClient {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'accept-encoding': 'gzip' };
  const once = (url: string): Promise<JsonAnswer | 'again'> =>
    new Promise((resolve) => {
      const request = get(url, { agent, headers }, (response) => {
        readAnswer(response).then(resolve, () => resolve(NO_ANSWER));
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close a connection just when it is used again: it has not seen the request then.
        resolve(request.reusedSocket && error.code === 'ECONNRESET' ? 'again' : NO_ANSWER);
      });
    });
  return {
    async get(url) {
      for (;;) {
        const answer = await once(url);
        if (answer !== 'again') return answer;
      }
    },
    close: () => agent.destroy(),
  };
}

async function readAnswer(response: IncomingMessage): Promise<JsonAnswer> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const { statusCode: status = 0 } = response;
  if (status !== 200) return { status, json: undefined };
  const bytes = Buffer.concat(pieces);
  const text = response.headers['content-encoding'] === 'gzip' ? await unzip(bytes) : bytes;
  return { status, json: JSON.parse(text.toString('utf8')) as unknown };
}
