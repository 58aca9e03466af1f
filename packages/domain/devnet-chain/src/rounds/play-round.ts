import type { NetworkConfig, OpenBlock, Round, RoundBuilder } from '@tonriver/chain-builder';
import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import type { ExternalMessage } from '../messages/external-message.ts';
import type { Executor } from './executor.ts';
import { type BlockReport, type ExternalResult, fillBlock, type TimeOf } from './fill-block.ts';
import { fillMasterchain } from './fill-masterchain.ts';

/** The shard of a block. */
export interface BlockPlace {
  readonly workchain: number;
  readonly shard: bigint;
}

/** What a round is made from, beside the chain. */
export interface RoundWork<Message extends ExternalMessage> {
  /** The configuration before the round. */
  readonly config: NetworkConfig;
  readonly executor: Executor;
  /** All messages that wait, in the order of their acceptance. */
  readonly externals: readonly Message[];
  /** Tells that the shard blocks, or the masterchain block, have used their time, or what of it queues may take. */
  readonly isTimeOver: (part: 'shards' | 'masterchain', block: BlockPlace, of: TimeOf) => boolean;
  /** Transactions of one block that may be run at the same time. */
  readonly aheadMax: number;
  /** Called in the moment in which the chain has the round, with the messages that came into it or never will. */
  readonly onClosed?: (messages: readonly Message[]) => void;
}

/** An external message that came into a block, or never will. */
export type RoundResult<Message extends ExternalMessage> = ExternalResult<Message> & {
  readonly block: { readonly workchain: number; readonly shard: bigint; readonly seqno: number };
};

export interface PlayedRound<Message extends ExternalMessage> {
  readonly round: Round;
  readonly externals: readonly RoundResult<Message>[];
  readonly transactionCount: number;
  /** What the operator should know: skipped runs, queues that do not move, a configuration that was ignored. */
  readonly warnings: readonly string[];
}

/**
 * Makes the blocks of a round: one for each shard, filled side by side, then the masterchain block. Nothing of the
 * chain changes before the round is closed, so after an error the round can be played again.
 */
export async function playRound<Message extends ExternalMessage>(
  round: RoundBuilder,
  work: RoundWork<Message>,
): Promise<PlayedRound<Message>> {
  const reports: { readonly block: OpenBlock; readonly report: BlockReport<Message> }[] = [];
  const open = round.steps().map(({ shard }) => round.openBlock(shard));
  await Promise.all(
    open.map(async (block) => {
      reports.push({ block, report: await fillBlock(block, workOf(block, work, 'shards')) });
    }),
  );
  for (const block of open) round.closeBlock(block);
  const master = round.openMasterchain();
  const { report, special, skipped } = await fillMasterchain(master, round.specialAmounts(), {
    ...workOf(master, work, 'masterchain'),
    config: work.config,
  });
  reports.push({ block: master, report });
  const closed = round.close(special);
  const externals = reports.flatMap(({ block: { frame }, report: { externals: results } }) => {
    const { workchain, shard, seqno } = frame;
    return results.map((result) => ({ ...result, block: { workchain, shard, seqno } }));
  });
  work.onClosed?.(externals.map(({ message }) => message));
  const problem =
    closed.configProblem === null ? [] : [`The configuration was ignored: ${closed.configProblem.message}`];
  return {
    round: closed,
    externals,
    transactionCount: reports.reduce((sum, { report: { transactionCount } }) => sum + transactionCount, 0),
    warnings: [...problem, ...skipped, ...reports.flatMap(warningsOf)],
  };
}

function workOf<Message extends ExternalMessage>(
  block: OpenBlock,
  { executor, externals, isTimeOver, aheadMax }: RoundWork<Message>,
  part: 'shards' | 'masterchain',
) {
  return {
    executor,
    externals: externals.filter(({ account }) => block.contains(account)),
    isTimeOver: (of: TimeOf) => isTimeOver(part, block.frame, of),
    aheadMax,
  };
}

function warningsOf<Message extends ExternalMessage>(filled: {
  readonly block: OpenBlock;
  readonly report: BlockReport<Message>;
}): string[] {
  const { block, report } = filled;
  const ended = report.externals.flatMap((result) =>
    result.kind === 'expired' && result.reason.kind === 'not_executed'
      ? [`The run of message ${hashToHex(result.message.hash)} was ended: ${result.reason.text}`]
      : [],
  );
  if (report.stuck === null) return ended;
  const next = block.nextQueued();
  const address = next === undefined ? 'an account' : formatAccountAddress(next.destination);
  return [...ended, `Messages wait behind one to ${address}, whose run was ended: ${report.stuck}`];
}
