import { createHash } from 'node:crypto';
import { formatAccountAddress, type AccountAddress } from '@tonriver/chain-model';
import type { MethodCall, MethodOutcome } from '@tonriver/interfaces';
import { createDigests } from '../run/digests.ts';
import type { AccountAtPoint } from '../state/chain-state.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';

const OUTCOMES_MAX = 20_000;
const OUTCOMES_BYTES_MAX = 16 * 1024 * 1024;
/** Exit codes that may be others with the same code and data: with more gas, or when a library is published. */
const [OUT_OF_GAS, CELL_UNDERFLOW] = [-14, 9];
/** What an outcome takes besides its stack. */
const OUTCOME_BYTES = 400;
const VALUE_BYTES = 64;

type Ended = Extract<MethodOutcome, { readonly kind: 'ended' }>;

/** A contract with its code. */
export type Contract = AccountAtPoint & { readonly codeBoc: Uint8Array };

/** Runs a method by which a contract says what it is. */
export type RunOfContract = (address: AccountAddress, contract: Contract, call: MethodCall) => Promise<MethodOutcome>;

/**
 * Remembers what contracts said of themselves, by address, code and data: the traces of a token ask its master the same
 * again and again, and a trace that is in blocks asks what its prediction has asked. Time, balance and configuration do
 * not count. A contract that answers by them may be taken for what it was, in predictions: what is stored of it is what
 * the interface-detector finds.
 */
export function createRememberedOutcomes(): (run: RunOfContract) => RunOfContract {
  const digestOf = createDigests();
  const outcomes = createBoundedMemory<Ended>({
    entriesMax: OUTCOMES_MAX,
    bytesMax: OUTCOMES_BYTES_MAX,
    bytesOf: ({ stack }) => OUTCOME_BYTES + bytesOf(stack),
  });
  return (run) => async (address, contract, call) => {
    const { codeBoc, dataBoc, ownLibraries } = contract;
    if (ownLibraries === 'unknown' || ownLibraries.size > 0) return await run(address, contract, call);
    const state = [formatAccountAddress(address), digestOf(codeBoc), dataBoc === null ? '' : digestOf(dataBoc)];
    // A digest, because arguments may have cells that contracts made, of any size.
    const key = createHash('sha256')
      .update([...state, call.method, textOf(call.stack)].join(' '))
      .digest('base64url');
    const known = outcomes.get(key);
    if (known !== undefined && known.gasUsed <= call.gasLimit) return known;
    const outcome = await run(address, contract, call);
    if (outcome.kind === 'ended' && outcome.exitCode !== OUT_OF_GAS && outcome.exitCode !== CELL_UNDERFLOW) {
      outcomes.set(key, outcome);
    }
    return outcome;
  };
}

/** About the memory of a stack. Its tuples may be deep: a hostile contract made it. */
function bytesOf(stack: MethodCall['stack']): number {
  let bytes = 0;
  const waiting = [...stack];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    bytes += VALUE_BYTES;
    if ('boc' in value) bytes += value.boc.length;
    if ('items' in value) waiting.push(...value.items);
  }
  return bytes;
}

/** Of arguments, which the rules make. */
function textOf(stack: MethodCall['stack']): string {
  return JSON.stringify(stack, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  });
}
