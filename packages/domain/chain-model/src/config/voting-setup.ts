import { badValue } from '../errors.ts';
import { type Codec, record, reference, tagged, uint } from './codec.ts';

/** How votes on a change of the configuration are held. Times in seconds, prices in nanograms. */
interface ProposalSetup {
  readonly minTotalRounds: number;
  readonly maxTotalRounds: number;
  readonly minWins: number;
  readonly maxLosses: number;
  readonly minStoreSeconds: number;
  readonly maxStoreSeconds: number;
  readonly bitPrice: number;
  readonly cellPrice: number;
}

/** Configuration parameter 11: the rules for ordinary parameters and for those that parameter 10 names. */
export interface VotingSetup {
  readonly normalParameters: ProposalSetup;
  readonly criticalParameters: ProposalSetup;
}

/**
 * ```tlb
 * cfg_vote_cfg#36 min_tot_rounds:(## 8) max_tot_rounds:(## 8) { min_tot_rounds <= max_tot_rounds }
 *   min_wins:uint8 max_losses:uint8 min_store_sec:(## 32) max_store_sec:(## 32)
 *   { min_store_sec <= max_store_sec } bit_price:uint32 cell_price:uint32 = ConfigProposalSetup;
 * ```
 */
const proposalSetup: Codec<ProposalSetup> = tagged(
  'ConfigProposalSetup',
  8,
  0x36,
  record<ProposalSetup>(
    {
      minTotalRounds: uint(8),
      maxTotalRounds: uint(8),
      minWins: uint(8),
      maxLosses: uint(8),
      minStoreSeconds: uint(32),
      maxStoreSeconds: uint(32),
      bitPrice: uint(32),
      cellPrice: uint(32),
    },
    (value) => {
      if (value.minTotalRounds > value.maxTotalRounds) {
        throw badValue('ConfigProposalSetup', 'min_tot_rounds', value.minTotalRounds);
      }
      if (value.minStoreSeconds > value.maxStoreSeconds) {
        throw badValue('ConfigProposalSetup', 'min_store_sec', value.minStoreSeconds);
      }
    },
  ),
);

/**
 * ```tlb
 * cfg_vote_setup#91 normal_params:^ConfigProposalSetup critical_params:^ConfigProposalSetup = ConfigVotingSetup;
 * _ ConfigVotingSetup = ConfigParam 11;
 * ```
 */
export const votingSetup: Codec<VotingSetup> = tagged(
  'ConfigVotingSetup',
  8,
  0x91,
  record<VotingSetup>({
    normalParameters: reference('ConfigProposalSetup', proposalSetup),
    criticalParameters: reference('ConfigProposalSetup', proposalSetup),
  }),
);
