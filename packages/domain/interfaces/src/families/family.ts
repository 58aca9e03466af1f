import type { DomainZone } from '../domains.ts';
import type { CheckedInterface, InterfaceCheck } from '../found-interface.ts';
import { isSuccess, type MethodOutcome, type StackValue } from '../method-port.ts';
import { StackReader } from '../read-stack.ts';
import { orUndefined } from '../unexpected-result.ts';

/** The contract that is examined. */
export interface Contract {
  /** Raw. */
  readonly address: string;
  /** Hash of its code, base64. */
  readonly codeHash: string;
}

/** What a family may ask, within the gas of the examination. */
export interface Questions {
  readonly contract: Contract;
  /** Runs a method of the contract itself. */
  readonly run: (method: string, stack?: readonly StackValue[]) => Promise<MethodOutcome>;
  /** The zone of domains; undefined when nobody asks for domains. */
  readonly zone: (() => Promise<DomainZone>) | undefined;
  /** Runs a method of another contract. */
  readonly ask: (address: string, method: string, stack: readonly StackValue[]) => Promise<MethodOutcome>;
}

/** How one kind of contract is recognised. */
export interface Family {
  /** The method whose result shows it. */
  readonly method: string;
  /** Absent: code of every kind. Else only code with one of these hashes, base64. */
  readonly codeHashes?: ReadonlySet<string>;
  /**
   * Reads the result of the method. Anything that does not fit throws a `TonriverError`, or is undefined: then the
   * contract is not of this kind.
   */
  recognise(stack: StackReader, questions: Questions): Promise<CheckedInterface | undefined>;
}

/** Asks the contract that must know this one for the address that it has there. */
export async function confirmedBy(
  { contract, ask }: Questions,
  { by, method, stack }: { readonly by: string; readonly method: string; readonly stack: readonly StackValue[] },
): Promise<InterfaceCheck> {
  const outcome = await ask(by, method, stack);
  if (outcome.kind !== 'ended') return 'unknown';
  if (!isSuccess(outcome.exitCode)) return 'refuted';
  const named = orUndefined(() => new StackReader(outcome.stack).address());
  return named === contract.address ? 'confirmed' : 'refuted';
}
