import { families } from './families/index.ts';
import { isSuccess, type MethodOutcome, type RunMethod } from './method-port.ts';
import { knownByCode } from './known-codes.ts';

/** What the code alone says: which methods are worth a run with the data of a contract. */
export type PossibleMethods = ReadonlySet<string>;

/** Gas of one probe: the choice of a method takes some hundred. */
const PROBE_GAS = 20_000n;

/** A name that no contract has by chance. */
const ABSENT_METHOD = 'no_method_3f1c5a9be2d74e0c8a6b1f0d92c4e7';

/** Cell underflow: what code gives that reads its data before it looks at the number of the method. */
const CELL_UNDERFLOW = 9;

/**
 * Finds the methods that a code may have. It is run with empty data: a method that ends as one does that no contract
 * has, with the same exit code, is not there. Where code ends before it looks for the method, all of them may be
 * there. So it does not matter how a compiler chooses methods.
 *
 * @param runOnCode runs a method of the code with empty data, as an account at address 0
 * @returns undefined when something is not known that the code needs, a library for instance
 */
export async function findPossibleMethods(
  codeHash: string,
  runOnCode: RunMethod,
): Promise<PossibleMethods | undefined> {
  // Known code needs no get-method.
  if (knownByCode(codeHash) !== undefined) return new Set();
  const candidates = families.filter(({ codeHashes }) => codeHashes === undefined || codeHashes.has(codeHash));
  const probe = (method: string): Promise<MethodOutcome> => runOnCode({ method, stack: [], gasLimit: PROBE_GAS });
  const absent = await probe(ABSENT_METHOD);
  if (absent.kind === 'unknown') return undefined;
  const possible = new Set<string>();
  for (const { method } of candidates) {
    const outcome = tellsNothing(absent) ? absent : await probe(method);
    if (outcome.kind === 'unknown') return undefined;
    if (tellsNothing(absent) || outcome.kind === 'refused' || !isSameEnd(outcome, absent)) possible.add(method);
  }
  return possible;
}

/** Whether an absent method ends in a way in which others would end too, for want of data. */
function tellsNothing(absent: MethodOutcome): boolean {
  return absent.kind !== 'ended' || absent.exitCode === CELL_UNDERFLOW || isSuccess(absent.exitCode);
}

function isSameEnd(outcome: MethodOutcome, absent: MethodOutcome): boolean {
  return outcome.kind === 'ended' && absent.kind === 'ended' && outcome.exitCode === absent.exitCode;
}
