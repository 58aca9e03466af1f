import { Agent, request as sendRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `#` is replaced by a number that no other request has, so that no cache answers. */
  readonly body?: string;
}

/** Of a client between an answer and its next request: restarts are tested here, and not how much a machine can do. */
const PAUSE_MS = 20;

/** Clients that keep their connections and ask again and again. */
export interface Load {
  readonly asked: number;
  /** Requests that were not answered with 200, and why. */
  readonly lost: readonly string[];
  stop(): Promise<void>;
}

export function startLoad(port: number, requests: readonly LoadRequest[], clients: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const lost: string[] = [];
  let [asked, isOver] = [0, false];

  const ask = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const { method, path, body } = requests[number % requests.length] as LoadRequest;
      const lose = (why: string): void => {
        lost.push(`${method} ${path}: ${why}`);
        resolve();
      };
      const headers = { 'content-type': 'application/json' };
      const sent = sendRequest({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', (error) => lose(error.message));
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else lose(`${String(answer.statusCode)} ${text.slice(0, 200)}`);
        });
      });
      sent.on('error', (error) => lose(error.message));
      sent.end(body?.replaceAll('#', String(number)));
    });
  const client = async (): Promise<void> => {
    while (!isOver) {
      await ask(asked++);
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    get asked() {
      return asked;
    },
    lost,
    async stop() {
      isOver = true;
      await all;
      agent.destroy();
    },
  };
}
