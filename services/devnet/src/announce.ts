import type { Logger } from '@tonriver/logger';
import type { RunningDevnet } from './service.ts';

/** Writes to the log what a person needs to begin: which network it is, and wallets that have a balance. */
export function announce({ identity, wallets, faucetAddress }: RunningDevnet, logger: Logger): void {
  const { globalId, masterchain } = identity;
  logger.info('Network', { globalId, zeroState: `${masterchain.rootHash}:${masterchain.fileHash}`, faucetAddress });
  // Anybody can compute these keys from the seed: they are no secrets.
  for (const { address, secretSeed } of wallets)
    logger.info('Wallet', { version: 'v4r2', address, keySeed: secretSeed });
}
