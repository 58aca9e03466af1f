/** A request that has to be answered with 200. */
export interface LoadRequest {
  readonly path: string;
  readonly body?: unknown;
}

/** Clients that ask one address without a pause. */
export interface ClientLoad {
  readonly sent: number;
  /** What became of requests that were not answered with 200. */
  readonly lost: readonly string[];
  stop(): Promise<void>;
}

/** Starts so many clients; their connections are kept between requests, as most clients keep them. */
export function startClientLoad(url: string, requests: readonly LoadRequest[], clients: number): ClientLoad {
  const lost: string[] = [];
  let sent = 0;
  let hasEnded = false;
  const ask = async ({ path, body }: LoadRequest): Promise<void> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    try {
      const answer = await fetch(`${url}${path}`, body === undefined ? {} : post);
      const text = await answer.text();
      if (answer.status !== 200) lost.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      lost.push(`${path}: ${error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)}`);
    }
  };
  const client = async (first: number): Promise<void> => {
    for (let turn = first; !hasEnded; turn += 1) {
      sent += 1;
      await ask(requests[turn % requests.length]!);
    }
  };
  const running = Array.from({ length: clients }, (_, index) => client(index));
  return {
    get sent() {
      return sent;
    },
    lost,
    async stop() {
      hasEnded = true;
      await Promise.all(running);
    },
  };
}
