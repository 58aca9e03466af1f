import { readDataOfAccounts } from '@tonriver/block-rows';
import { formatAccountAddress, hashFromHex, hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ResolvedAccount, ResolvedRound } from '@tonriver/events';
import { type Detection, detectInterfaces, type MethodOutcome } from '@tonriver/interfaces';
import type { ContractInterfaceRow } from '@tonriver/row-schema';
import type { TvmPool } from '@tonriver/tvm';
import { type AskedState, createAskedStates, EMPTY_CELL } from '../contracts/asked-states.ts';
import { createCodeVerdicts } from '../contracts/code-verdicts.ts';
import type { ContractState } from '../contracts/contract-state.ts';
import { createMethodRunner } from '../contracts/method-runner.ts';
import { readTrees } from '../contracts/read-trees.ts';
import type { DetectorReport } from '../detector-report.ts';
import { createRoundEnvironments, type RoundEnvironment } from './round-environment.ts';
import { rowsOfDetection } from './rows-of-detection.ts';

export interface ExamineRoundDependencies {
  readonly store: ClickHouseStore;
  readonly pool: TvmPool;
  readonly report: DetectorReport;
  /** Ends the work on a record. */
  readonly signal: AbortSignal;
  readonly beat?: (() => void) | undefined;
}

/** Accounts that are examined at once, so that the threads have work while others wait for the store. */
const ACCOUNTS_AT_ONCE = 64;
const NOTHING: Detection = { interfaces: [], isComplete: true };
const NOT_KNOWN: Detection = { interfaces: [], isComplete: false };
/** The exit code for an account without code, as clients know it. */
const EXIT_NOT_ACTIVE = -13;

/**
 * Returns what examines the accounts of a record: their rows, which follow from the record and from the states of its
 * round alone. Undefined when the signal has ended it: a record may take minutes, and a stop must not.
 */
export function createExamineRound(
  dependencies: ExamineRoundDependencies,
): (round: ResolvedRound) => Promise<readonly ContractInterfaceRow[] | undefined> {
  const { store, signal, beat } = dependencies;
  const runMethod = createMethodRunner(dependencies);
  const verdictOf = createCodeVerdicts(runMethod);
  const environments = createRoundEnvironments(store);

  /** @returns undefined where the state says nothing new */
  const examine = async (
    environment: RoundEnvironment,
    account: ResolvedAccount,
    state: ContractState | undefined,
    asked: (address: string) => Promise<AskedState>,
  ): Promise<Detection | undefined> => {
    if (state === undefined) return NOTHING;
    const possible = await verdictOf(environment, state);
    if (possible === undefined) return NOT_KNOWN;
    const codeHash = Buffer.from(state.codeHash).toString('base64');
    const address = formatAccountAddress({ workchain: state.workchain, hash: state.account });
    const detection = await detectInterfaces({
      contract: { address, codeHash },
      possible,
      run: (call) => runMethod(environment, state, call),
      async ask(other, call): Promise<MethodOutcome> {
        const otherState = await asked(other);
        if (otherState === 'unknown') return { kind: 'unknown' };
        if (otherState === 'inactive') return { kind: 'ended', exitCode: EXIT_NOT_ACTIVE, gasUsed: 0n, stack: [] };
        return await runMethod(environment, otherState, call);
      },
    });
    // The same code says the same of every state of the account: one row is enough.
    const saysNothing = detection.interfaces.length === 0 && possible.size === 0;
    return saysNothing && !account.isCodeNew ? undefined : detection;
  };

  return async ({ round, accounts }) => {
    if (accounts.length === 0) return [];
    const environment = await environments.at(round);
    const asked = createAskedStates(store, environment);
    const rows: ContractInterfaceRow[][] = accounts.map(() => []);
    for (let from = 0; from < accounts.length; from += ACCOUNTS_AT_ONCE) {
      const some = accounts.slice(from, from + ACCOUNTS_AT_ONCE);
      const states = await readStates(store, some);
      await Promise.all(
        some.map(async (account, index) => {
          if (signal.aborted) return;
          const detection = await examine(environment, account, states[index], asked);
          beat?.();
          if (detection !== undefined) rows[from + index] = rowsOfDetection(round, account, detection);
        }),
      );
      if (signal.aborted) return undefined;
    }
    return rows.flat();
  };
}

/** Reads codes and data of accounts; undefined for one that has no code. */
async function readStates(
  store: ClickHouseStore,
  accounts: readonly ResolvedAccount[],
): Promise<readonly (ContractState | undefined)[]> {
  const places = accounts.map(({ workchain, account, lt, code, data }) => ({
    workchain,
    account: hashFromHex(account),
    lt: BigInt(lt),
    codeHash: code === null ? null : new Uint8Array(Buffer.from(code, 'base64')),
    dataHash: data === null ? null : new Uint8Array(Buffer.from(data, 'base64')),
  }));
  const codes = await readTrees(
    store,
    places.flatMap(({ codeHash }) => (codeHash === null ? [] : [codeHash])),
  );
  const withData = places.flatMap(({ dataHash, ...place }) => (dataHash === null ? [] : [{ ...place, dataHash }]));
  const data = await readDataOfAccounts(store, withData);
  const dataOf = new Map(withData.map((place, index) => [keyOf(place), data[index]]));
  return places.map((place) => {
    const { workchain, account, codeHash, dataHash } = place;
    if (codeHash === null) return undefined;
    const dataBoc = dataHash === null ? EMPTY_CELL : dataOf.get(keyOf(place));
    return { workchain, account, codeHash, codeBoc: codes.get(hashToHex(codeHash)), dataBoc };
  });
}

function keyOf({ workchain, account, lt }: Pick<ContractState, 'workchain' | 'account'> & { readonly lt: bigint }) {
  return `${workchain}:${hashToHex(account)} ${lt}`;
}
