import { type AccountInterfaces, addressesNeeded, dataNeeded, type TraceInput } from '@tonriver/actions';
import { type GetMethodError, methodIdOfName } from '@tonriver/api-model';
import { accountInterfacesOf, interfaceColumns } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { type AccountAddress, parseAccountAddress } from '@tonriver/chain-model';
import { detectInterfaces, findPossibleMethods, type MethodOutcome, type PossibleMethods } from '@tonriver/interfaces';
import { someAtOnce } from '@tonriver/lifecycle';
import type { RunMethod } from '../run/run-method.ts';
import { CUT_OFF, orCutOff } from '../run/cut-off.ts';
import { callerGone } from '../run/shared-runs.ts';
import { getMethodErrorOf } from '../run/tvm-failures.ts';
import { type BoundedMemory, createBoundedMemory } from '../state/bounded-memory.ts';
import type { AccountAtPoint, RunPoint } from '../state/chain-state.ts';
import type { TraceTurn } from './trace-time.ts';
import { type Contract, createRememberedOutcomes, type RunOfContract } from './remembered-outcomes.ts';

/** What the accounts of an emulated trace are, in their states after it. */
interface InterfacesOfTrace {
  readonly known: ReadonlyMap<string, AccountInterfaces>;
  /** False when something was left out: too many accounts, too little time, a state or library that is not known. */
  readonly isComplete: boolean;
}

interface TraceStates {
  /** The state of an account after the trace, emulated or not. */
  readonly accountAfter: (address: AccountAddress) => Promise<AccountAtPoint | 'unknown'>;
  readonly point: RunPoint;
  readonly wanted: AbortSignal;
  /** Aborts when no more is asked: the rest is left out. */
  readonly askedUntil: AbortSignal;
  readonly leave: TraceTurn['leave'];
}

export type ReadInterfacesOfTrace = (trace: TraceInput, states: TraceStates) => Promise<InterfacesOfTrace>;

/** How often more is asked because of what was found. The rules go three steps; hostile contracts name any number. */
const STEPS_MAX = 8;
/** Contracts of one trace that are examined: more than real traces name. */
const CONTRACTS_MAX = 200;
const NOBODY: AccountAddress = { workchain: 0, hash: new Uint8Array(32) };
/** The exit code for an account without code, as clients know it. */
const EXIT_NOT_ACTIVE = -13;

export function createInterfacesOfTrace({
  runMethod,
  codesMax,
}: {
  readonly runMethod: RunMethod;
  /** Codes of which is remembered which methods they may have. */
  readonly codesMax: number;
}): ReadInterfacesOfTrace {
  const verdicts = createBoundedMemory<PossibleMethods>({ entriesMax: codesMax });
  const remembering = createRememberedOutcomes();

  return async function readInterfacesOfTrace(trace, { accountAfter, point, wanted, askedUntil, leave }) {
    const known = new Map<string, AccountInterfaces>();
    let isComplete = true;
    const runNow: RunOfContract = async (address, account, { method, stack, gasLimit }) => {
      const call = { address, account, methodId: methodIdOfName(method), stack, gasLimit };
      return await outcomeOf(() => runMethod(call, point, askedUntil), askedUntil);
    };
    const run = remembering(runNow);
    const possibleOf = createPossibleMethodsOf(verdicts, runNow);
    const examine = async (text: string): Promise<void> => {
      if (askedUntil.aborted) throw callerGone();
      const address = parseAccountAddress(text);
      const account = await accountAfter(address);
      if (account === 'unknown') isComplete = false;
      if (account === 'unknown' || account.status !== 'active' || account.codeBoc === null) return;
      const contract = { ...account, codeBoc: account.codeBoc };
      const codeHashBytes = rootHashOf(account.codeBoc);
      const codeHash = Buffer.from(codeHashBytes).toString('base64');
      const possible = await possibleOf(codeHash, contract);
      if (possible === undefined) {
        isComplete = false;
        return;
      }
      const detection = await detectInterfaces({
        contract: { address: text, codeHash },
        possible,
        run: (call) => run(address, contract, call),
        async ask(otherText, call): Promise<MethodOutcome> {
          const otherAddress = parseAccountAddress(otherText);
          const other = await accountAfter(otherAddress);
          if (other === 'unknown') return { kind: 'unknown' };
          const { status, codeBoc } = other;
          if (status !== 'active' || codeBoc === null) {
            return { kind: 'ended', exitCode: EXIT_NOT_ACTIVE, gasUsed: 0n, stack: [] };
          }
          return await run(otherAddress, { ...other, codeBoc }, call);
        },
      });
      isComplete &&= detection.isComplete && detection.interfaces.every(({ check }) => check !== 'unknown');
      const rows = interfaceColumns(detection.interfaces).map((columns) => ({ ...columns, codeHash: codeHashBytes }));
      known.set(text, { ...known.get(text), ...accountInterfacesOf(rows) });
    };
    const hasAll = await orCutOff(examineAll(trace, known, { examine, accountAfter }), askedUntil, leave);
    if (wanted.aborted) throw callerGone();
    // Examinations that still run must not change the map that is returned.
    if (hasAll === CUT_OFF) return { known: new Map(known), isComplete: false };
    return { known, isComplete: isComplete && hasAll };
  };
}

/** Finds which methods a code may have, once for all contracts of a trace that have it. */
function createPossibleMethodsOf(verdicts: BoundedMemory<PossibleMethods>, run: RunOfContract) {
  /** Of codes that are asked now: contracts with the same one are examined side by side. */
  const asking = new Map<string, Promise<PossibleMethods | undefined>>();
  const ask = async (codeHash: string, account: Contract): Promise<PossibleMethods | undefined> => {
    const bare: Contract = { ...account, balance: 0n, extraCurrencies: [], dataBoc: null };
    const possible = await findPossibleMethods(codeHash, (call) => run(NOBODY, bare, call));
    if (possible !== undefined) verdicts.set(codeHash, possible);
    return possible;
  };
  return async (codeHash: string, account: Contract): Promise<PossibleMethods | undefined> => {
    const before = verdicts.get(codeHash);
    if (before !== undefined) return before;
    const asked = asking.get(codeHash) ?? ask(codeHash, account);
    asking.set(codeHash, asked);
    return await asked;
  };
}

/** Examines what the rules may ask for, until nothing is new. Returns false when the bounds ended it. */
async function examineAll(
  trace: TraceInput,
  known: Map<string, AccountInterfaces>,
  { examine, accountAfter }: Pick<TraceStates, 'accountAfter'> & { examine: (address: string) => Promise<void> },
): Promise<boolean> {
  const asked = new Set<string>();
  const withData = new Set<string>();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const wanted = addressesNeeded(trace, known).filter((address) => !asked.has(address));
    if (wanted.length === 0) return true;
    const examined = wanted.slice(0, CONTRACTS_MAX - asked.size);
    for (const address of examined) asked.add(address);
    await someAtOnce(examined, EXAMINED_MAX, examine);
    if (examined.length < wanted.length) return false;
    for (const address of dataNeeded(trace, known).filter((one) => !withData.has(one))) {
      withData.add(address);
      const account = await accountAfter(parseAccountAddress(address));
      const data = account === 'unknown' ? null : account.dataBoc;
      if (data !== null) known.set(address, { ...known.get(address), data });
    }
  }
  return false;
}

/** Contracts that are examined at one time: the answers of one are on their way while the next one runs. */
const EXAMINED_MAX = 4;

/** Runs that cannot be done for this contract are outcomes. Errors that concern all runs are thrown. */
async function outcomeOf(run: () => ReturnType<RunMethod>, wanted: AbortSignal): Promise<MethodOutcome> {
  try {
    const { exitCode, gasUsed, stack } = await run();
    return { kind: 'ended', exitCode, gasUsed, stack };
  } catch (thrown) {
    if (wanted.aborted) throw callerGone();
    const error = getMethodErrorOf(thrown, 'emulation');
    const kind = error === undefined ? undefined : KINDS[error.code];
    if (kind === undefined) throw thrown;
    return { kind };
  }
}

const KINDS: Readonly<Partial<Record<GetMethodError['code'], 'unknown' | 'refused'>>> = {
  library_unknown: 'unknown',
  config_unknown: 'unknown',
  config_not_supported: 'unknown',
  bad_call: 'refused',
  result_too_deep: 'refused',
  result_too_large: 'refused',
  timed_out: 'refused',
  out_of_memory: 'refused',
  failed: 'refused',
};

function rootHashOf(boc: Uint8Array): Uint8Array {
  const bag = Bag.parse(boc);
  return bag.hash(bag.root);
}
