import {
  computeValidatorGroup,
  type Hash,
  type ShardIdent,
  type ValidatorDescription,
  validatorListHashShort,
} from '@tonriver/chain-model';
import type { Random } from '../random.ts';
import type { NetworkConfig } from './network-config.ts';

/** The validators that make the blocks of one shard in one catchain session. */
export interface ValidatorGroup {
  readonly members: readonly ValidatorDescription[];
  readonly catchainSeqno: number;
  /** The hash in block headers. */
  readonly listHashShort: number;
  /** The hash in the masterchain state: the same checksum with catchain seqno 0. */
  readonly stateListHashShort: number;
}

/** How many groups are kept. They change every few hundred blocks. */
const groupsMax = 64;

/** Computes groups, and caches them. */
export function createValidatorGroups(): (
  config: NetworkConfig,
  shard: ShardIdent,
  catchainSeqno: number,
) => ValidatorGroup {
  let groups = new Map<string, ValidatorGroup>();
  let set: NetworkConfig['validators'] | undefined;
  return (config, { workchain, shard }, catchainSeqno) => {
    if (set !== config.validators || groups.size >= groupsMax) groups = new Map();
    set = config.validators;
    const name = `${workchain}:${shard}:${catchainSeqno}`;
    let group = groups.get(name);
    if (group === undefined) {
      const { catchain, validators } = config;
      const members = computeValidatorGroup({ catchain, set: validators, shard: { workchain, shard }, catchainSeqno });
      group = {
        members,
        catchainSeqno,
        listHashShort: validatorListHashShort(members, catchainSeqno),
        stateListHashShort: validatorListHashShort(members, 0),
      };
      groups.set(name, group);
    }
    return group;
  };
}

/** Returns the member that makes a block. */
export function pickCreator({ members }: ValidatorGroup, random: Random): Hash {
  return random.pick(members).publicKey;
}
