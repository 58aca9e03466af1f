import type { Finality } from '@tonriver/chain-reader';

/** Returns the word of an answer. All stored transactions are printed as finalized, as the deployed service does. */
export function finalityWordOf(finality: Finality): Exclude<Finality, 'partial'> {
  switch (finality) {
    case 'pending':
    case 'confirmed':
      return finality;
    case 'partial':
    case 'finalized':
      return 'finalized';
  }
}
