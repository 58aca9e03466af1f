import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, type ApiRequest, ask, differences } from '../distributed/answers.ts';

/** A request whose answer does not change any more once a round is indexed. */
export interface LastingRequest extends ApiRequest {
  readonly fromRound: number;
}

export interface ClientLoad {
  /** Gateways that are asked from now on, by URL. */
  setGateways(...urls: readonly string[]): void;
  /** Rounds up to which answers have to be there. */
  setRounds(rounds: number): void;
  /** Wrong answers and failed requests that it has seen. There should be none. */
  readonly problems: readonly string[];
  /** Answers that were compared, and those that said to come again. */
  readonly counts: { compared: number; busy: number };
  stop(): Promise<void>;
}

const CLIENTS = 3;
const PAUSE_MS = 10;
const PROBLEMS_MAX = 20;

/** Asks all the time, and compares every answer with the expected one. */
export function startClientLoad(requests: readonly LastingRequest[], expected: readonly ApiAnswer[]): ClientLoad {
  let gateways: readonly string[] = [];
  let rounds = 0;
  const problems: string[] = [];
  const counts = { compared: 0, busy: 0 };
  const stopping = new AbortController();
  const tell = (text: string): void => {
    if (problems.length < PROBLEMS_MAX) problems.push(text);
  };
  const askOnce = async (turn: number): Promise<void> => {
    const gateway = gateways[turn % Math.max(1, gateways.length)];
    const index = (turn * 7919) % requests.length;
    const request = requests[index]!;
    if (gateway === undefined || request.fromRound > rounds) return;
    try {
      // Asked twice: the server may be closing the connection that the first one is sent on.
      const answer = await ask(gateway, request).catch(() => ask(gateway, request));
      if (answer.status === 503 || answer.status === 504) {
        counts.busy += 1;
        return;
      }
      counts.compared += 1;
      const [wanted, given] = [expected[index]!, answer].map(lastingPart);
      for (const text of differences([request], [wanted!], [given!])) tell(`${gateway}: ${text}`);
    } catch (error) {
      // A gateway that was taken out of use may be stopped in the middle of a request.
      if (gateways.includes(gateway)) tell(`${gateway}: ${request.path}: ${String(error)}`);
    }
  };
  const client = async (first: number): Promise<void> => {
    for (let turn = first; !stopping.signal.aborted; turn += CLIENTS) {
      await askOnce(turn);
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    setGateways(...urls) {
      gateways = urls;
    },
    setRounds(indexed) {
      rounds = indexed;
    },
    problems,
    counts,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

/** Headers that differ when the deployment is further on. */
const MOVING_HEADERS = ['x-indexed-seqno', 'etag', 'content-length'];

/**
 * The answer without the parts that change when more rounds are indexed: how far the deployment is, and the book of
 * addresses, whose form follows the newest state of an account.
 */
function lastingPart({ status, headers, body }: ApiAnswer): ApiAnswer {
  const lastingHeaders = Object.entries(headers).filter(([name]) => !MOVING_HEADERS.includes(name));
  const { address_book: _, ...lastingBody } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return { status, headers: Object.fromEntries(lastingHeaders), body: JSON.stringify(lastingBody) };
}
