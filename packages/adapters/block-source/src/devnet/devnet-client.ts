import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import { BlockSourceError } from '../block-source-error.ts';

/** Requests to a devnet. One that cannot be reached is asked again for a while, because it may be starting again. */
export interface DevnetClient {
  /** Returns the answer to a path; undefined for 404. */
  get(path: string, signal: AbortSignal): Promise<DevnetAnswer | undefined>;
}

export interface DevnetAnswer {
  readonly url: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileHash: string | null;
}

export interface DevnetClientOptions {
  /** Where its port is: `http://host:port`. */
  readonly url: string;
  readonly logger: Logger;
  /** How long a devnet may be unreachable. */
  readonly unreachableMsMax?: number;
}

const UNREACHABLE_MS_MAX = 60_000;
const RETRY_MS = { least: 100, most: 2_000 } as const;
/** Longer than the devnet waits for a round. */
const ANSWER_MS_MAX = 30_000;
const BYTES_MAX = 64 * 1024 * 1024;

export function createDevnetClient(options: DevnetClientOptions): DevnetClient {
  const { url, logger, unreachableMsMax = UNREACHABLE_MS_MAX } = options;
  const base = url.replace(/\/+$/, '');
  return {
    async get(path, signal) {
      const startedMs = performance.now();
      for (let retryMs: number = RETRY_MS.least; ; retryMs = Math.min(2 * retryMs, RETRY_MS.most)) {
        signal.throwIfAborted();
        try {
          return await ask(base + path, signal);
        } catch (error) {
          if (signal.aborted || error instanceof BlockSourceError) throw error;
          if (performance.now() - startedMs > unreachableMsMax) throw unreachable(base, error);
          if (retryMs === RETRY_MS.least) logger.warn('The devnet does not answer', { url: base, error });
        }
        await sleep(retryMs, undefined, { signal });
      }
    },
  };
}

/** Throws any other error for what another request may repair. */
async function ask(url: string, signal: AbortSignal): Promise<DevnetAnswer | undefined> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]) });
  if (response.status >= 500) throw new Error(`${url} answers with status ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > BYTES_MAX)
    throw unknownAnswer(url, 'a body that is too large');
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw unknownAnswer(url, `status ${response.status}`);
  return { url, bytes, fileHash: response.headers.get('x-file-hash') };
}

export function unknownAnswer(url: string, what: string, cause?: unknown): BlockSourceError {
  return new BlockSourceError(
    'devnet_unknown_answer',
    `${url} answers with ${what}: is it a devnet?`,
    { url },
    { cause },
  );
}

function unreachable(url: string, cause: unknown): BlockSourceError {
  const text = `The devnet at ${url} cannot be reached: ${errorMessage(cause)}`;
  return new BlockSourceError('devnet_unreachable', text, { url }, { cause, isRetryable: true });
}
