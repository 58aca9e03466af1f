import { type Action, answerOf, classify, type TraceInput } from '@tonriver/actions';
import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { transactionInputOf } from '@tonriver/block-rows';
import type { AccountAddress, OutsideMessage } from '@tonriver/chain-model';
import type { EmulatedTransaction } from '@tonriver/emulation';
import { type AccountAtPoint, type RunPoint } from '../state/chain-state.ts';
import type { ReadInterfacesOfTrace } from './interfaces-of-trace.ts';
import type { TransactionParts } from './transaction-parts.ts';

type ActionOfAnswer = NonNullable<EmulatedTraceAnswer['actions']>[number];

interface TraceOfActions {
  readonly message: OutsideMessage;
  readonly transactions: readonly EmulatedTransaction[];
  readonly parts: TransactionParts;
  readonly accountAfter: (address: AccountAddress) => Promise<AccountAtPoint | 'unknown'>;
  readonly point: RunPoint;
  readonly wanted: AbortSignal;
}

/** Says what an emulated trace does. `isComplete`: all was known that the rules ask for. */
export async function actionsOfTrace(
  readInterfaces: ReadInterfacesOfTrace,
  { message, transactions, parts, ...states }: TraceOfActions,
): Promise<{ readonly actions: ActionOfAnswer[]; readonly isComplete: boolean }> {
  const input = traceInputOf(message, transactions, parts);
  const { known, isComplete } = await readInterfaces(input, states);
  const { actions } = classify(input, known);
  return { actions: actions.map(actionOfAnswer), isComplete };
}

function traceInputOf(
  { hash, normalisedHash }: OutsideMessage,
  transactions: readonly EmulatedTransaction[],
  parts: TransactionParts,
): TraceInput {
  const [externalHash, normalised] = [base64(hash), base64(normalisedHash)];
  const lts = transactions.map(({ lt }) => lt).toSorted((left, right) => (left < right ? -1 : Number(left > right)));
  const inputs = parts.opened.flatMap((part) =>
    part.read(Array.from({ length: part.count }, (_, place) => place)).map(transactionInputOf),
  );
  const times = inputs.map(({ now }) => now);
  return {
    traceId: parts.rootHash,
    externalHash,
    externalHashNorm: normalised === externalHash ? null : normalised,
    startLt: lts[0] ?? 0n,
    endLt: lts.at(-1) ?? 0n,
    startUtime: times[0] ?? 0,
    endUtime: times[0] ?? 0,
    // No block has it.
    seqnoEnd: 0,
    transactions: inputs,
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
