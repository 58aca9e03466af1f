import { afterEach, expect, it } from '@jest/globals';
import type { BlockSource } from '@tonriver/chain-source';
import { openScope } from '@tonriver/lifecycle';
import { silentLogger } from '@tonriver/logger';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { openBuiltChain } from './built-chain.ts';
import { startStandalone } from './service.ts';

const ROUNDS = 6;

const folder = temporaryDirectory();
const scope = openScope({ logger: silentLogger, shutdownGraceMs: 20_000 });
afterEach(async () => {
  await scope.close();
  folder.remove();
});

it('a standalone serves the complete rounds of an archive that ends inside a round, and says what that round waits for', async () => {
  const { source, network, initialStates } = await openBuiltChain({ rounds: ROUNDS, seed: 1, signal: scope.signal });
  const missing = source.keys().findLast(({ workchain }) => workchain === 0)!;
  const cut: BlockSource = {
    ...source,
    block: async (key) =>
      key.workchain === 0 && key.shard === missing.shard && key.seqno === missing.seqno ? undefined : source.block(key),
  };
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text), child: () => logger };
  const { apiPort } = await startStandalone(scope, {
    network,
    dataDirectory: folder.path,
    host: '127.0.0.1',
    port: 0,
    clickHousePort: 0,
    source: cut,
    fetch: { allowPartialRounds: false },
    initialStates,
    logger,
    onFetched: () => undefined,
    onFetchDone: () => undefined,
    onWatermark: () => undefined,
  });
  const lastSeqno = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/api/v3/masterchainInfo`);
    return ((await answer.json()) as { readonly last?: { readonly seqno: number } }).last?.seqno ?? 0;
  };
  await eventually(async () => (await lastSeqno()) === ROUNDS - 1, { timeoutMs: 60_000, intervalMs: 200 });
  await eventually(() => warnings.length > 0, { timeoutMs: 5_000 });
  expect(warnings.join()).toMatch(/Published: rounds 1 … 5\. Round 6 waits: Block \(0,.* is missing; /);
  expect(scope.signal.aborted).toBe(false);
}, 90_000);
