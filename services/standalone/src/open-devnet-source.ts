import { openBlockSource } from '@tonriver/block-source';
import { networkFromOptions } from '@tonriver/chain-model';
import { type RunningDevnet, startDevnet } from '@tonriver/devnet/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import type { Metrics } from '@tonriver/telemetry';
import { DEVNET_NETWORK_NAME } from './config.ts';
import type { DevnetSource } from './devnet-options.ts';
import type { OpenedSource } from './open-source.ts';

/** Starts a devnet in this process, and opens its port as the source of blocks. */
export async function openDevnetSource(
  { settings }: DevnetSource,
  { logger, scope, metrics }: { readonly logger: Logger; readonly scope: Scope; readonly metrics: Metrics },
): Promise<OpenedSource & { readonly devnet: RunningDevnet }> {
  const devnetLogger = logger.child({ component: 'devnet' });
  const devnet = await startDevnet(scope, settings, devnetLogger, { metrics });
  const { globalId, masterchain } = devnet.identity;
  const { rootHash, fileHash } = masterchain;
  return {
    devnet,
    source: await openBlockSource({ kind: 'devnet', url: `http://127.0.0.1:${devnet.port}` }, { logger: devnetLogger }),
    network: networkFromOptions({ name: DEVNET_NETWORK_NAME, globalId, zeroState: `${rootHash}:${fileHash}` }),
    initialStates: await Promise.all([zeroStateOf(devnet, -1), zeroStateOf(devnet, 0)]),
    fetch: { allowPartialRounds: false },
  };
}

async function zeroStateOf(devnet: RunningDevnet, workchain: number): Promise<InitialStateFile> {
  const bytes = await devnet.zeroState(workchain);
  if (bytes === undefined) throw new TypeError(`A devnet has no zero state of workchain ${workchain}`);
  return { origin: `zero state of the devnet's workchain ${workchain}`, isOptional: false, read: () => bytes };
}
