import { type Action, answerOf, classify, type TraceInput } from '@tonriver/actions';
import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import type { PartReader } from '@tonriver/block-rows';
import type { OutsideMessage } from '@tonriver/chain-model';
import type { RunPoint } from '../state/chain-state.ts';
import type { TraceTurn } from './trace-time.ts';
import type { AccountAfter } from './accounts-after.ts';
import type { ReadInterfacesOfTrace } from './interfaces-of-trace.ts';

type ActionOfAnswer = NonNullable<EmulatedTraceAnswer['actions']>[number];

interface TraceOfActions {
  readonly message: OutsideMessage;
  /** All transactions of the trace. The first of all is that of the message. */
  readonly opened: readonly PartReader[];
  /** The newest round that has one of them; 0 without. */
  readonly seqnoEnd: number;
  readonly accountAfter: AccountAfter;
  readonly point: RunPoint;
  readonly wanted: AbortSignal;
  /** Aborts when contracts are not asked any more what they are: the rest of them is left out. */
  readonly askedUntil: AbortSignal;
  readonly leave: TraceTurn['leave'];
}

/** Says what an emulated trace does. `isComplete`: all was known that the rules ask for. */
export async function actionsOfTrace(
  readInterfaces: ReadInterfacesOfTrace,
  { message, opened, seqnoEnd, ...states }: TraceOfActions,
): Promise<{ readonly actions: ActionOfAnswer[]; readonly isComplete: boolean }> {
  const input = traceInputOf(message, opened, seqnoEnd);
  const { known, isComplete } = await readInterfaces(input, states);
  const { actions } = classify(input, known);
  return { actions: actions.map(actionOfAnswer), isComplete };
}

function traceInputOf(
  { hash, normalisedHash }: OutsideMessage,
  opened: readonly PartReader[],
  seqnoEnd: number,
): TraceInput {
  const [externalHash, normalised] = [base64(hash), base64(normalisedHash)];
  const transactions = opened.flatMap((part) => part.inputs(Array.from({ length: part.count }, (_, place) => place)));
  const [first] = transactions;
  if (first === undefined) throw new TypeError('a trace has at least one transaction');
  const lts = transactions.map(({ lt }) => lt);
  const times = transactions.map(({ now }) => now);
  return {
    traceId: first.hash,
    externalHash,
    externalHashNorm: normalised === externalHash ? null : normalised,
    startLt: lts.reduce((least, lt) => (lt < least ? lt : least)),
    endLt: lts.reduce((most, lt) => (lt > most ? lt : most)),
    startUtime: times.reduce((least, time) => Math.min(least, time)),
    endUtime: times.reduce((most, time) => Math.max(most, time)),
    seqnoEnd,
    transactions,
  };
}

function actionOfAnswer(action: Action): ActionOfAnswer {
  const { type, ancestorTypes, isHidden } = action;
  const [contract, deployed] = [answerOf(action, 'contract'), answerOf(action, 'toncenter')];
  return { type, ancestorTypes: [...ancestorTypes], isHidden, contract, deployed } as ActionOfAnswer;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
