import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import { ChainChecker } from '@tonriver/chain-checks';
import { type GenesisAccount, type OpenBlock, openChain, type Round } from '@tonriver/chain-builder';
import { CellsByHash } from './cells-by-hash.test-support.ts';
import {
  closeRound,
  createPlainNetwork,
  handleFresh,
  importAll,
  type PlainNetworkOptions,
  type PlainRun,
} from './plain-network.test-support.ts';

export const GRAM = 1_000_000_000n;

export function addressOf(first: number, workchain = 0): AccountAddress {
  const hash = new Uint8Array(32).fill(9);
  hash[0] = first;
  return { workchain, hash };
}

export function cellOf(text: string): Cell {
  return new CellBuilder().storeBytes(Buffer.from(text)).endCell();
}

export function account(address: AccountAddress, more: Partial<GenesisAccount> = {}): GenesisAccount {
  return { address, balance: { grams: 1000n * GRAM, extra: [] }, ...more };
}

interface RoundSteps {
  readonly shard?: (block: OpenBlock) => void;
  readonly masterchain?: (block: OpenBlock) => void;
  readonly tockChange?: PlainRun['change'];
  readonly seconds?: number;
  /** Opens all shard blocks, fills them by turns, and closes the last one first. */
  readonly isInterleaved?: boolean;
}

/** A network whose rounds are checked from their bytes. `isReopened`: it is saved and opened after each round. */
export function checkedNetwork(options: PlainNetworkOptions & { readonly isReopened?: boolean } = {}) {
  const network = createPlainNetwork(options);
  const { zeroStates, tools } = network;
  const checker = new ChainChecker(zeroStates, tools.globalId);
  const store = new CellsByHash();
  for (const { boc } of Object.values(zeroStates)) store.addState(boc);
  let chain = network.chain;
  let now = chain.masterchain().genUtime;
  function playRound(steps: RoundSteps = {}): Round {
    now += steps.seconds ?? 1;
    const round = chain.openRound(now);
    const fill = (block: OpenBlock): void => {
      if (steps.shard === undefined) importAll(block);
      else steps.shard(block);
      handleFresh(block);
    };
    if (steps.isInterleaved === true) {
      const blocks = round.steps().map(({ shard }) => round.openBlock(shard));
      for (const block of blocks) fill(block);
      for (const block of blocks.toReversed()) round.closeBlock(block);
    } else {
      for (const { shard } of round.steps()) {
        const block = round.openBlock(shard);
        fill(block);
        round.closeBlock(block);
      }
    }
    const made = closeRound(round, chain.facts().config, steps.masterchain, steps.tockChange);
    checker.check(made);
    if (options.isReopened === true) {
      for (const { boc } of made.blocks) store.addBlock(boc);
      chain = openChain(tools, chain.save(), { readState: (hash) => store.read(hash) });
    }
    return made;
  }
  return {
    ...network,
    checker,
    playRound,
    get chain() {
      return chain;
    },
  };
}
