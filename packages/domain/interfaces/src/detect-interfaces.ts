import type { DomainZone } from './domains.ts';
import type { Contract, Family, Questions } from './families/family.ts';
import { families } from './families/index.ts';
import type { CheckedInterface } from './found-interface.ts';
import { knownByCode } from './known-codes.ts';
import { type AskContract, isSuccess, type MethodCall, type MethodOutcome, type RunMethod } from './method-port.ts';
import type { PossibleMethods } from './possible-methods.ts';
import { StackReader } from './read-stack.ts';
import { isMisread } from './unexpected-result.ts';

export interface DetectionOptions {
  readonly contract: Contract;
  readonly possible: PossibleMethods;
  /** Runs a method of the contract with its data. */
  readonly run: RunMethod;
  readonly ask: AskContract;
  /** The zone of domains, which is asked for when an item may be one; absent: domains are not read. */
  readonly zone?: () => Promise<DomainZone>;
}

export interface Detection {
  /** In the order of the families. */
  readonly interfaces: readonly CheckedInterface[];
  /** False when a question to the contract itself was not answered: it was too much, or something is not known. */
  readonly isComplete: boolean;
}

/** Gas of all questions about one contract: a hostile one takes no more of a thread than this. */
const TOTAL_GAS_MAX = 1_000_000n;
/** Gas of one question. */
const QUESTION_GAS_MAX = 300_000n;

/**
 * Says what a contract is. The result follows from its code, its data, its address and the contracts that are asked:
 * gas bounds it, which is the same everywhere, and not time. Never throws on account of what contracts answer.
 */
export async function detectInterfaces(options: DetectionOptions): Promise<Detection> {
  const { contract, possible, run, ask, zone } = options;
  const known = knownByCode(contract.codeHash);
  if (known !== undefined) return { interfaces: [{ found: known, check: 'own' }], isComplete: true };
  const gas = createGas();
  let isComplete = true;
  const questions: Questions = {
    contract,
    zone,
    async run(method, stack = []) {
      const outcome = await gas.spend((gasLimit) => run({ method, stack, gasLimit }));
      if (outcome.kind !== 'ended') isComplete = false;
      return outcome;
    },
    ask: (address, method, stack) => gas.spend((gasLimit) => ask(address, { method, stack, gasLimit })),
  };
  const interfaces: CheckedInterface[] = [];
  for (const family of families) {
    if (!possible.has(family.method)) continue;
    const outcome = await questions.run(family.method);
    if (outcome.kind !== 'ended' || !isSuccess(outcome.exitCode)) continue;
    const found = await recognise(family, outcome, questions);
    if (found !== undefined) interfaces.push(found);
  }
  return { interfaces, isComplete };
}

async function recognise(
  family: Family,
  { stack }: Extract<MethodOutcome, { readonly kind: 'ended' }>,
  questions: Questions,
): Promise<CheckedInterface | undefined> {
  try {
    return await family.recognise(new StackReader(stack), questions);
  } catch (error) {
    // The result is not built as the interface says.
    if (isMisread(error)) return undefined;
    throw error;
  }
}

/** Counts the gas that questions take. */
function createGas() {
  let left = TOTAL_GAS_MAX;
  return {
    async spend(question: (gasLimit: MethodCall['gasLimit']) => Promise<MethodOutcome>): Promise<MethodOutcome> {
      if (left <= 0n) return { kind: 'refused' };
      const gasLimit = left < QUESTION_GAS_MAX ? left : QUESTION_GAS_MAX;
      const outcome = await question(gasLimit);
      // What a refused run took is not known: it counts as all that it could take.
      left -= outcome.kind === 'ended' ? outcome.gasUsed : gasLimit;
      return outcome;
    },
  };
}
