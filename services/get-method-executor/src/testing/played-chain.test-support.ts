import { type Cell, writeBag } from '@tonriver/boc';
import type { NewChain } from '@tonriver/chain-builder';
import { AccountSourceError, type AccountSource } from '@tonriver/chain-source';
import { formatAccountAddress } from '@tonriver/chain-model';
import {
  createDevnetNetwork,
  createEnvironmentReader,
  type DevnetNetwork,
  playRound,
  type PlayedRound,
  type ExternalMessage,
  readExternalMessage,
  shardAccountBoc,
} from '@tonriver/devnet-chain';
import type { TvmPool } from '@tonriver/tvm';

const GENESIS_TIME = 1_800_000_000;

/** A chain in memory whose transactions the virtual machine executes, and a source of its newest states. */
export interface PlayedChain {
  readonly network: DevnetNetwork;
  /** The newest block's time, seconds. */
  readonly now: () => number;
  /** The newest masterchain block. */
  readonly seqno: () => number;
  readonly source: AccountSource;
  /** Accounts whose state the source does not know, raw. */
  readonly hidden: Set<string>;
  /** How often a block may ask whether its time is over before it is: few make traces of many rounds. */
  turnsMax: number;
  /** Makes a round, one second later. */
  play(...messages: readonly Cell[]): Promise<PlayedRound<ExternalMessage>>;
  /** Makes rounds until no message is on its way. */
  settle(): Promise<void>;
}

export async function createPlayedChain(pool: TvmPool): Promise<PlayedChain> {
  const options = { seed: 'traces', globalId: -777, genesisTime: GENESIS_TIME, walletCount: 3 };
  const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
  const chain = network.create();
  const readEnvironment = createEnvironmentReader();
  let time = GENESIS_TIME;
  const played: PlayedChain = {
    network,
    now: () => time,
    seqno: () => chain.masterchain().reference.seqno,
    hidden: new Set(),
    turnsMax: Number.POSITIVE_INFINITY,
    source: sourceOf(chain, () => ({ time, hidden: played.hidden })),
    async play(...messages) {
      time += 1;
      let turns = 0;
      const { configBoc, librariesBoc } = readEnvironment(chain);
      const environment = { key: `played ${time}`, configBoc, previousBlocksBoc: null, unixTime: time };
      return await playRound(chain.openRound(time), {
        config: chain.facts().config,
        executor: (call) => pool.emulateTransaction({ ...call, environment, librariesBoc }),
        externals: messages.map((message) => readExternalMessage(writeBag([message]))),
        isTimeOver: () => ++turns > played.turnsMax,
        aheadMax: 4,
      });
    },
    async settle() {
      do await played.play();
      while (chain.inFlightCount() > 0);
    },
  };
  // The first masterchain block only names the basechain.
  await played.play();
  await played.play();
  return played;
}

function sourceOf(
  chain: NewChain,
  state: () => { readonly time: number; readonly hidden: ReadonlySet<string> },
): AccountSource {
  const point = () => {
    const { seqno } = chain.masterchain().reference;
    // Keys of kept values come from the hash: each round has another one.
    const rootHash = new Uint8Array(32).fill(seqno % 256);
    return { seqno, rootHash, fileHash: null, unixTime: state().time, recorded: null };
  };
  return {
    head: async () => point(),
    point: async () => point(),
    async account(address) {
      if (state().hidden.has(formatAccountAddress(address)))
        throw new AccountSourceError('account_not_known', 'hidden');
      return { shardAccountBoc: shardAccountBoc(chain.account(address.workchain, address.hash)) };
    },
    config: async () => writeBag([chain.facts().config.dictionary], { crc: false }),
    library: async () => undefined,
    previousBlocks: async () => null,
    close: async () => undefined,
  };
}
