import { type Cell, writeBag } from '@tonriver/boc';
import type { AccountRecord, ChainBuilder } from '@tonriver/chain-builder';
import { equalBytes } from '@tonriver/chain-model';
import { configAddress } from '@tonriver/devnet-contracts';
import { GENESIS_FORMAT, GENESIS_VERSION, OWN_PARAMETERS } from './genesis.ts';

/**
 * Writes the genesis of a new network that begins where a chain is now: its accounts and its configuration, but for
 * what follows from the network itself. Messages on their way are not in it. Yields text, an account at a time.
 */
export function* writeGenesis(chain: Pick<ChainBuilder, 'accounts' | 'facts'>): Generator<string> {
  // Both are those of this moment, however long the caller takes.
  const { parameters } = chain.facts().config;
  const accounts = chain.accounts();
  const config = [...parameters]
    .filter(([parameter]) => !OWN_PARAMETERS.includes(parameter))
    .map(([parameter, cell]) => [String(parameter), base64(cell)] as const);
  const head = JSON.stringify({ format: GENESIS_FORMAT, version: GENESIS_VERSION, config: Object.fromEntries(config) });
  yield `${head.slice(0, -1)},"accounts":[`;
  let separator = '\n';
  for (const { workchain, account } of accounts) {
    if (isConfigContract(workchain, account)) continue;
    yield `${separator}{"account":"${base64(account.cell)}"}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

function isConfigContract(workchain: number, { hash }: AccountRecord): boolean {
  return workchain === configAddress.workchain && equalBytes(hash, configAddress.hash);
}

function base64(cell: Cell): string {
  return Buffer.from(writeBag([cell], { crc: false })).toString('base64');
}
