import { open } from 'node:fs/promises';
import type { NewChain } from '@tonriver/chain-builder';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import {
  createDevnetNetwork,
  EMPTY_GENESIS,
  type Genesis,
  type PlayedRound,
  playRound,
  replayRound,
  withoutDomains,
} from '@tonriver/devnet-chain';
import type { ChainIdentity, StoredBlock } from '@tonriver/devnet-store';
import type { TvmPool } from '@tonriver/tvm';
import type { GenesisFile } from '../chain/genesis-file.ts';
import { createSeenBlocks } from '../chain/seen-blocks.ts';
import { storedBlocks, storedSignatures } from '../chain/stored-round.ts';
import { createExecutors } from '../chain/tvm-executors.ts';
import { linesOf, type LoggedRound, readLoggedRound, readLogHeader } from '../copies/log-lines.ts';
import type { StoredRound } from '../copies/round-copy.ts';
import { DevnetError } from '../devnet-error.ts';

export interface ReplayOptions {
  readonly path: string;
  readonly pool: TvmPool;
  /** With which the chain began. */
  readonly genesis?: GenesisFile | undefined;
  /** Transactions of a block that are begun before their turn. It changes the time, not the blocks. */
  readonly aheadMax: number;
  readonly signal: AbortSignal;
  /** Gets the chain's beginning, and then each round that came out equal. */
  readonly onStart?: (chain: NewChain) => Promise<void>;
  readonly onRound: (round: StoredRound) => Promise<void>;
}

/** Contracts see masterchain blocks up to so many rounds back. */
const NAMED_ROUNDS = 1_700;

/**
 * Makes the blocks of a log again, and compares them.
 *
 * @returns the number of rounds
 * @throws {DevnetError} `bad_log` for another file, `replay_differs` at the first block that comes out different
 */
export async function replayLog(options: ReplayOptions): Promise<number> {
  const file = await open(options.path, 'r');
  try {
    let replay: ((round: LoggedRound) => Promise<StoredRound>) | undefined;
    let seqno = 0;
    for await (const { line } of linesOf(file)) {
      options.signal.throwIfAborted();
      if (replay === undefined) {
        replay = await beginReplay(options, readLogHeader(line).identity);
        continue;
      }
      const logged = readLoggedRound(line);
      if (logged.seqno !== ++seqno) throw new DevnetError('bad_log', `The log has no line for round ${seqno}`);
      await options.onRound(await replay(logged));
    }
    if (replay === undefined) throw new DevnetError('bad_log', 'The log is empty');
    return seqno;
  } finally {
    await file.close();
  }
}

async function beginReplay(options: ReplayOptions, identity: ChainIdentity) {
  if (identity.genesisDigest !== options.genesis?.digest) {
    throw new DevnetError('bad_log', 'The chain began with another genesis: give its file, --genesis FILE');
  }
  const chain = beginAgain(identity, options.genesis?.genesis);
  await options.onStart?.(chain);
  const names = new Map<number, readonly StoredBlock[]>();
  const round = (seqno: number) => {
    const blocks = names.get(seqno);
    return blocks === undefined ? undefined : { seqno, genUtime: 0, signatures: [], blocks };
  };
  const executors = createExecutors(createSeenBlocks({ round }, identity));
  return async ({ seqno, inputs, blocks: logged }: LoggedRound): Promise<StoredRound> => {
    const { gen_utime: unixTime, ignores_signatures: ignoreSignatures } = inputs;
    const { config } = chain.facts();
    const work = replayRound(inputs, executors(chain, { pool: options.pool, unixTime, ignoreSignatures }));
    const played = await playRound(chain.openRound(unixTime), { ...work, config, aheadMax: options.aheadMax });
    ensureEqual(played, logged);
    const blocks = storedBlocks(played.round);
    names.set(seqno, blocks);
    names.delete(seqno - NAMED_ROUNDS);
    const signatures = storedSignatures(played.round, config);
    return { seqno, genUtime: unixTime, blocks, signatures, inputs: Buffer.from(JSON.stringify(inputs)) };
  };
}

/** Begins the chain of a log. One of an older release has no root of domains. */
function beginAgain(identity: ChainIdentity, genesis: Genesis = EMPTY_GENESIS): NewChain {
  for (const begun of [genesis, withoutDomains(genesis)]) {
    const chain = createDevnetNetwork(identity, begun).create();
    const { masterchain, basechain } = chain.zeroStates;
    const isSame =
      hashToHex(masterchain.fileHash) === identity.masterchain.fileHash &&
      hashToHex(basechain.fileHash) === identity.basechain.fileHash;
    if (isSame) return chain;
  }
  throw differs('The zero states are not those of the log');
}

function ensureEqual({ round }: Pick<PlayedRound<never>, 'round'>, logged: LoggedRound['blocks']): void {
  const made = round.blocks.map(({ workchain, shard, seqno, fileHash }) => {
    return `${workchain}:${shardToHex(shard)}:${seqno} ${hashToHex(fileHash)}`;
  });
  const wanted = logged.map(({ workchain, shard, seqno, file_hash }) => `${workchain}:${shard}:${seqno} ${file_hash}`);
  const missing = wanted.filter((block) => !made.includes(block));
  if (missing.length === 0 && made.length === wanted.length) return;
  throw differs(
    `Round ${round.seqno}: the log has ${missing.join(', ') || 'fewer blocks'}, made is ${made.join(', ')}`,
  );
}

function differs(text: string): DevnetError {
  return new DevnetError('replay_differs', text);
}
