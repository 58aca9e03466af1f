import { createHash } from 'node:crypto';
import { shardFromHex, shardToHex } from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';
import { type ExternalMessage, readExternalMessage } from '../messages/external-message.ts';
import type { Executor, ExecutorCall } from './executor.ts';
import type { TimeOf } from './fill-block.ts';
import type { BlockPlace, PlayedRound, RoundWork } from './play-round.ts';

/** What a round was made from, beside the chain before it: enough to make the same blocks again. Plain JSON. */
export interface RoundInputs {
  /** Time of the blocks. Seconds since 1970. */
  readonly gen_utime: number;
  /** Contracts took every signature for a right one. */
  readonly ignores_signatures: boolean;
  /** The external messages that came out of the queue, in order of their blocks, as bags of cells in base64. */
  readonly messages: readonly string[];
  /** Blocks whose time was over: at which look at the clock it was, counted from 0. */
  readonly cuts: readonly Cut[];
  /** The same for the time of messages from queues. Absent in older logs: these messages had no time of their own. */
  readonly queue_cuts?: readonly Cut[];
  /** Runs that were ended, by `nameOfCall`. */
  readonly ended: readonly { readonly call: string; readonly reason: string }[];
}

interface Cut {
  readonly workchain: number;
  readonly shard: string;
  readonly look: number;
}

type ClockWork = Pick<RoundWork<ExternalMessage>, 'isTimeOver' | 'executor'>;

/** Watches what the clock decides while a round is played. */
export interface RoundRecorder {
  /** The same work, watched. */
  readonly work: ClockWork;
  inputsOf(
    played: Pick<PlayedRound<ExternalMessage>, 'externals'>,
    round: { readonly genUtime: number; readonly ignoresSignatures: boolean },
  ): RoundInputs;
}

export function recordRound({ isTimeOver, executor }: ClockWork): RoundRecorder {
  const looks = new Map<string, Looks>();
  const ended = new Map<string, string>();
  return {
    work: {
      isTimeOver(part, place, of) {
        const known = looks.get(nameOfPlace(place)) ?? { place, count: 0, overAt: {} };
        looks.set(nameOfPlace(place), known);
        // What was over once stays over, so one number says it all.
        if (known.overAt.all === undefined && known.overAt[of] === undefined) {
          if (isTimeOver(part, place, of)) known.overAt[of] = known.count;
          else known.count++;
        }
        return known.overAt.all !== undefined || known.overAt[of] !== undefined;
      },
      async executor(call) {
        const result = await executor(call);
        if (result.kind === 'ended') ended.set(nameOfCall(call), result.reason);
        return result;
      },
    },
    inputsOf: ({ externals }, { genUtime, ignoresSignatures }) => ({
      gen_utime: genUtime,
      ignores_signatures: ignoresSignatures,
      messages: externals.map(({ message }) => Buffer.from(message.boc).toString('base64')),
      cuts: cutsOf(looks.values(), 'all'),
      queue_cuts: cutsOf(looks.values(), 'queued'),
      ended: [...ended].map(([call, reason]) => ({ call, reason })),
    }),
  };
}

/** Returns the work that makes a recorded round again. @throws {DevnetChainError} `bad_bag`, `bad_message` */
export function replayRound(
  inputs: RoundInputs,
  executor: Executor,
): ClockWork & { readonly externals: readonly ExternalMessage[] } {
  const cuts = { all: looksByPlace(inputs.cuts), queued: looksByPlace(inputs.queue_cuts ?? []) };
  const ended = new Map(inputs.ended.map(({ call, reason }) => [call, reason]));
  const looks = new Map<string, number>();
  return {
    externals: inputs.messages.map((boc) => readExternalMessage(Buffer.from(boc, 'base64'))),
    isTimeOver(_part, place, of) {
      const name = nameOfPlace(place);
      const count = looks.get(name) ?? 0;
      const isCut = [cuts.all.get(name), cuts[of].get(name)].some((look) => look !== undefined && count >= look);
      if (!isCut) looks.set(name, count + 1);
      return isCut;
    },
    async executor(call) {
      const reason = ended.get(nameOfCall(call));
      return reason === undefined ? await executor(call) : { kind: 'ended', reason };
    },
  };
}

/** Looks at the clock for a block: how many came before its time was over, and at which it was. */
interface Looks {
  readonly place: BlockPlace;
  count: number;
  readonly overAt: { [of in TimeOf]?: number };
}

function cutsOf(looks: Iterable<Looks>, of: TimeOf): readonly Cut[] {
  return [...looks].flatMap(({ place: { workchain, shard }, overAt }) => {
    const look = overAt[of];
    return look === undefined ? [] : [{ workchain, shard: shardToHex(shard), look }];
  });
}

function looksByPlace(cuts: readonly Cut[]): ReadonlyMap<string, number> {
  return new Map(
    cuts.map(({ workchain, shard, look }) => [nameOfPlace({ workchain, shard: shardFromHex(shard) }), look]),
  );
}

/** Reads inputs that were stored. @throws {DevnetChainError} `bad_inputs` */
export function readRoundInputs(value: unknown): RoundInputs {
  if (isInputs(value)) return value;
  throw new DevnetChainError('bad_inputs', 'These are not the inputs of a round');
}

function isInputs(value: unknown): value is RoundInputs {
  if (typeof value !== 'object' || value === null) return false;
  const { gen_utime, ignores_signatures, messages, cuts, queue_cuts, ended } = value as Record<string, unknown>;
  const isList = (list: unknown, isItem: (item: Record<string, unknown>) => boolean): boolean =>
    Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null && isItem(item));
  return (
    Number.isInteger(gen_utime) &&
    typeof ignores_signatures === 'boolean' &&
    Array.isArray(messages) &&
    messages.every((message) => typeof message === 'string') &&
    isList(cuts, isCut) &&
    (queue_cuts === undefined || isList(queue_cuts, isCut)) &&
    isList(ended, ({ call, reason }) => typeof call === 'string' && typeof reason === 'string')
  );
}

function isCut({ workchain, shard, look }: Record<string, unknown>): boolean {
  const isShard = typeof shard === 'string' && /^[0-9a-f]{16}$/i.test(shard);
  return Number.isInteger(workchain) && isShard && Number.isInteger(look);
}

function nameOfPlace({ workchain, shard }: BlockPlace): string {
  return `${workchain}:${shard}`;
}

/** A run is a function of these, unless it is ended. */
function nameOfCall({ shardAccountBoc, cause, lt, randomSeed }: ExecutorCall): string {
  const hash = createHash('sha256').update(`${cause.kind} ${lt} ${shardAccountBoc.length} `).update(shardAccountBoc);
  if (cause.kind === 'message') hash.update(cause.messageBoc);
  return hash.update(randomSeed).digest('hex');
}
