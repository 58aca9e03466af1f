import type { ChainBuilder } from '@tonriver/chain-builder';
import { type Executor, type ExternalQueue, expiryText, playRound, recordRound } from '@tonriver/devnet-chain';
import type { PlayedRound, RoundInputs, RoundResult, WaitingMessage } from '@tonriver/devnet-chain';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { DevnetStore, NewRound, StoredBlock } from '@tonriver/devnet-store';
import type { ChainClock } from './chain-clock.ts';
import type { KeptStates } from './kept-states.ts';
import { externalsOfRound } from './externals-of-round.ts';
import { storedBlocks, storedSignatures } from './stored-round.ts';

/** A round that is durable. */
export interface MadeRound {
  /** The first round that readers may ask for now. */
  readonly firstSeqno: number;
  readonly seqno: number;
  readonly genUtime: number;
  readonly blocks: readonly StoredBlock[];
  readonly transactionCount: number;
  readonly minedCount: number;
  readonly expiredCount: number;
  readonly warnings: readonly string[];
  /** Filling and writing the blocks, and storing them. Milliseconds. */
  readonly buildMs: number;
  readonly storeMs: number;
}

export interface RoundMaker {
  /** Makes and stores the next round. After an error the process must stop: it may be stored or not. */
  make(): Promise<MadeRound>;
}

export interface RoundMakerDependencies {
  readonly chain: ChainBuilder;
  readonly store: Pick<DevnetStore, 'appendRound' | 'firstSeqno'>;
  readonly states: Pick<KeptStates, 'keep'>;
  readonly queue: ExternalQueue;
  readonly clock: Pick<ChainClock, 'now'>;
  /** Returns an executor at the newest state and a time in seconds. */
  readonly executorAt: (unixTime: number) => Executor;
  /** A clock in milliseconds that is never set back. */
  readonly elapsedMs: () => number;
  readonly shardsMs: number;
  readonly masterchainMs: number;
  /** Messages that wait longer expire. Seconds. */
  readonly waitingSecondsMax: number;
  /** Null: all rounds are kept. */
  readonly keptRoundsMax: number | null;
  readonly aheadMax: number;
  readonly ignoresSignatures: boolean;
}

/** Messages from queues may take this part of the time: external ones come into blocks also while queues are long. */
const QUEUED_SHARE = 0.75;

export function createRoundMaker(dependencies: RoundMakerDependencies): RoundMaker {
  const { chain, store, states, queue, elapsedMs } = dependencies;
  return {
    async make() {
      const startedMs = elapsedMs();
      const genUtime = Math.max(chain.masterchain().genUtime, dependencies.clock.now());
      const { fresh, old } = sortOut(queue, genUtime - dependencies.waitingSecondsMax);
      const { config } = chain.facts();
      const externals = externalsOfRound(fresh, chain.inFlightCount());
      const { played, inputs } = await play(dependencies, { genUtime, externals, startedMs });
      const builtMs = elapsedMs();
      const { seqno, blocks } = played.round;
      const messages = [
        ...played.externals.map((result) => stateOf(result, seqno)),
        ...old.map(tooLate(seqno, genUtime)),
      ];
      const stored = storedBlocks(played.round);
      await states.keep(seqno, blocks);
      const signatures = storedSignatures(played.round, config);
      await store.appendRound({
        seqno,
        genUtime,
        blocks: stored,
        signatures,
        chainRecord: chain.save(),
        inputs: Buffer.from(JSON.stringify(inputs)),
        keepFrom: dependencies.keptRoundsMax === null ? null : seqno + 1 - dependencies.keptRoundsMax,
        messages,
      });
      for (const { message } of played.externals) queue.remove(message);
      for (const message of old) queue.remove(message);
      return {
        firstSeqno: firstReadable(store.firstSeqno()),
        seqno,
        genUtime,
        blocks: stored,
        transactionCount: played.transactionCount,
        minedCount: messages.filter(({ state }) => state.kind === 'mined').length,
        expiredCount: messages.filter(({ state }) => state.kind === 'expired').length,
        warnings: played.warnings,
        buildMs: builtMs - startedMs,
        storeMs: elapsedMs() - builtMs,
      };
    },
  };
}

/** A reader checks a round by the masterchain block before it, so the oldest of a cut chain only serves for that. */
export function firstReadable(firstStored: number): number {
  return firstStored === 1 ? 1 : firstStored + 1;
}

async function play(
  dependencies: RoundMakerDependencies,
  round: { readonly genUtime: number; readonly externals: readonly WaitingMessage[]; readonly startedMs: number },
): Promise<{ readonly played: PlayedRound<WaitingMessage>; readonly inputs: RoundInputs }> {
  const { chain, queue, executorAt, elapsedMs, shardsMs, masterchainMs, aheadMax, ignoresSignatures } = dependencies;
  const { genUtime, externals, startedMs } = round;
  let masterchainFromMs: number | undefined;
  const recorder = recordRound({
    executor: executorAt(genUtime),
    isTimeOver(part, _block, of) {
      const share = of === 'queued' ? QUEUED_SHARE : 1;
      if (part === 'shards') return elapsedMs() - startedMs >= shardsMs * share;
      masterchainFromMs ??= elapsedMs();
      return elapsedMs() - masterchainFromMs >= masterchainMs * share;
    },
  });
  const { config } = chain.facts();
  const played = await playRound(chain.openRound(genUtime), {
    ...recorder.work,
    config,
    externals,
    aheadMax,
    // At once with the new states. Else, until the round is stored, a message would count in both: as one that its
    // wallet has sent, and as one that waits.
    onClosed(messages) {
      for (const message of messages) queue.settle(message);
    },
  });
  return { played, inputs: recorder.inputsOf(played, { genUtime, ignoresSignatures }) };
}

function sortOut(queue: ExternalQueue, oldestSecond: number) {
  const [fresh, old]: [WaitingMessage[], WaitingMessage[]] = [[], []];
  for (const message of queue.all()) (message.acceptedAt < oldestSecond ? old : fresh).push(message);
  return { fresh, old };
}

type MessageOutcome = NewRound['messages'][number];

function stateOf(result: RoundResult<WaitingMessage>, round: number): MessageOutcome {
  const hash = hashToHex(result.message.hash);
  if (result.kind === 'expired') {
    return { hash, state: { kind: 'expired', round, code: result.reason.kind, reason: expiryText(result.reason) } };
  }
  const { block, lt, transactionHash } = result;
  return {
    hash,
    state: {
      kind: 'mined',
      round,
      block: { ...block, shard: shardToHex(block.shard) },
      lt: String(lt),
      transactionHash: hashToHex(transactionHash),
    },
  };
}

function tooLate(round: number, now: number): (message: WaitingMessage) => MessageOutcome {
  return ({ hash, acceptedAt }) => {
    const reason = expiryText({ kind: 'waited_too_long', seconds: now - acceptedAt });
    return { hash: hashToHex(hash), state: { kind: 'expired', round, code: 'waited_too_long', reason } };
  };
}
