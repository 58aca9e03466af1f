import { openBlockSource } from '@tonriver/block-source';
import { type BlockSource, isListed } from '@tonriver/chain-source';
import type { FetchRoundsOptions } from '@tonriver/block-fetcher/service';
import type { Network } from '@tonriver/chain-model';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { type InitialStateFile, initialStateFiles } from '@tonriver/state-resolver/service';
import { openBuiltChain } from './built-chain.ts';
import type { StandaloneConfig } from './config.ts';
import type { DevnetSource } from './devnet-options.ts';
import { StandaloneError } from './standalone-error.ts';

export interface OpenedSource {
  readonly source: BlockSource;
  readonly network: Network;
  readonly fetch: FetchRoundsOptions;
  readonly initialStates: readonly InitialStateFile[];
}

/** Opens the source of the command line: an archive, or a built chain. A devnet: `openDevnetSource`. */
export async function openSource(
  config: {
    readonly source: Exclude<StandaloneConfig['source'], DevnetSource>;
    readonly network: StandaloneConfig['network'];
  },
  logger: Logger,
  scope: Pick<Scope, 'signal' | 'step'>,
): Promise<OpenedSource> {
  const { source } = config;
  if (source.kind === 'built' || config.network === undefined) {
    const { rounds, seed } = source.kind === 'built' ? source : { rounds: 1, seed: 1 };
    const onRound = (done: number): void =>
      scope.step({ name: 'making the chain', done, total: rounds, unit: 'rounds' });
    const chain = await openBuiltChain({ rounds, seed, signal: scope.signal, onRound });
    return { ...chain, fetch: { allowPartialRounds: false } };
  }
  const { paths, follow, from, to, allowPartialRounds, initialStates } = source;
  const onFile = (done: number, total: number): void =>
    scope.step({ name: 'reading the archive', done, total, unit: 'files' });
  const archive = await openBlockSource({ kind: 'archive', paths, follow }, { logger, onFile });
  if (!follow && isListed(archive) && archive.keys().length === 0) {
    throw new StandaloneError(
      'no_blocks',
      `There is no block in ${paths.join(', ')}: use folders of .boc files or node archive packages as --path`,
    );
  }
  return {
    source: archive,
    network: config.network,
    initialStates: initialStateFiles(initialStates),
    fetch: {
      allowPartialRounds,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  };
}
