import { cocoonCases } from './cocoon-cases.test-support.ts';
import { coffeeCases } from './coffee-cases.test-support.ts';
import { contractCases } from './contract-cases.test-support.ts';
import { dedustCases } from './dedust-cases.test-support.ts';
import { jettonCases } from './jetton-cases.test-support.ts';
import { layerZeroCases } from './layerzero-cases.test-support.ts';
import { liquidityCases } from './liquidity-cases.test-support.ts';
import type { MatcherCase } from './matcher-case.test-support.ts';
import { nftCases } from './nft-cases.test-support.ts';
import { protocolCases } from './protocol-cases.test-support.ts';
import { swapCases } from './swap-cases.test-support.ts';

/** For every matcher a trace that it recognises. */
export const matcherCases: readonly MatcherCase[] = [
  ...jettonCases,
  ...nftCases,
  ...contractCases,
  ...swapCases,
  ...dedustCases,
  ...liquidityCases,
  ...layerZeroCases,
  ...protocolCases,
  ...coffeeCases,
  ...cocoonCases,
];
