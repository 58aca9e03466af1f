import type { BodyGroup } from '../schema-language.ts';
import { basics, elector } from './basics.ts';
import { dns } from './dns.ts';
import { jettons } from './jettons.ts';
import { multisig } from './multisig.ts';
import { nfts } from './nfts.ts';
import { vesting } from './vesting.ts';
import { wallets } from './wallets.ts';

/** All constructors of bodies with a schema. */
export const bodyGroups: readonly BodyGroup[] = [
  ...basics,
  ...elector,
  ...jettons,
  ...nfts,
  ...dns,
  ...wallets,
  ...multisig,
  ...vesting,
];
