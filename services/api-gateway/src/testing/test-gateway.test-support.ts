import type { GetMethodExecutor, MessageTarget } from '@tonriver/api-model';
import { type Cache, createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type Logger, silentLogger } from '@tonriver/logger';
import type { PendingReader } from '@tonriver/pending-store';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { type AnswerBeside, type ApiGatewayConfig, createApiGateway, defaultApiGatewayConfig } from '../service.ts';

/** An answer as a client of the API gets it. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The shape is the test's business: it asserts on what it looks at.
  readonly json: Record<string, never> & Record<string, unknown>;
}

export interface TestGateway {
  readonly port: number;
  /** Port of `/live`, `/ready` and `/metrics`: `port`, unless the configuration names another one. */
  readonly healthPort: number;
  readonly request: (path: string, options?: RequestInit & { readonly cache?: string }) => Promise<TestAnswer>;
  stop(): Promise<void>;
}

/** A gateway on a free port. */
export async function startTestGateway(
  store: ClickHouseStore,
  options: {
    readonly cache?: Cache;
    readonly executor?: GetMethodExecutor;
    readonly messages?: MessageTarget;
    readonly pending?: PendingReader;
    readonly beside?: AnswerBeside;
    readonly config?: Partial<ApiGatewayConfig>;
    readonly isTestnet?: boolean;
    readonly logger?: Logger;
  } = {},
): Promise<TestGateway> {
  const gateway = createApiGateway({
    store,
    cache: options.cache ?? createMemoryCache({ bytesMax: 16 * 1024 * 1024 }),
    executor: options.executor,
    messages: options.messages,
    pending: options.pending,
    beside: options.beside,
    logger: options.logger ?? silentLogger,
    metrics: createMetrics(),
    health: createHealth(),
    network: { name: 'test', isTestnet: options.isTestnet ?? false },
    config: defaultApiGatewayConfig({ port: 0, watermarkPollMs: 20, ...options.config }),
  });
  const { port, healthPort } = await gateway.start();
  const base = `http://127.0.0.1:${port}`;
  const request: TestGateway['request'] = async (path, init) => {
    const response = await fetch(`${base}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json = (isJson && text !== '' ? JSON.parse(text) : {}) as TestAnswer['json'];
    return { status: response.status, headers: response.headers, text, json };
  };
  // The first poll of the watermark is quick; until then every answer is 503.
  const isReady = async () => (await fetch(`http://127.0.0.1:${healthPort}/ready`)).status === 200;
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5));
  return { port, healthPort, request, stop: () => gateway.stop() };
}
