import { hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ResolvedRound } from '@tonriver/events';
import type { Detection } from '@tonriver/interfaces';
import type { ContractInterfaceRow } from '@tonriver/row-schema';
import type { TvmPool } from '@tonriver/tvm';
import { createCodeVerdicts } from '../contracts/code-verdicts.ts';
import { type AccountWithCode, readContractStates } from '../contracts/contract-states.ts';
import { createKeptTrees } from '../contracts/kept-trees.ts';
import { createMethodRunner } from '../contracts/method-runner.ts';
import { readTrees } from '../contracts/read-trees.ts';
import type { DetectorReport } from '../detector-report.ts';
import { detectContract, type ExaminedAccount } from './detect-contract.ts';
import { createRoundEnvironments } from './round-environment.ts';
import { rowsOfDetection } from './rows-of-detection.ts';
import { type SeenRound, seenRound } from './seen-round.ts';

export interface ExamineRoundsDependencies {
  readonly store: ClickHouseStore;
  readonly pool: TvmPool;
  readonly report: DetectorReport;
  /** Ends the work on records. */
  readonly signal: AbortSignal;
  readonly beat?: (() => void) | undefined;
}

/** Accounts whose codes and data are in memory at once. The threads have work while others wait for the store. */
const STATES_AT_ONCE = 64;
/** Codes that are read with one query. */
const CODES_AT_ONCE = 64;
/** Code and data of contracts that are asked, kept for the next question: of all records together. */
const ASKED_BYTES_MAX = 64 * 1024 * 1024;
/** Codes, and data of contracts that are asked, kept for later rounds. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
const NOTHING: Detection = { interfaces: [], isComplete: true };

/**
 * Returns what examines the accounts of records together: the rows of each record, which follow from it and from the
 * states of its round alone. Undefined when the signal has ended it: a record may take minutes, and a stop must not.
 *
 * Most accounts have code that was seen before and has no method of interest. Nothing is read for them.
 */
export function createExamineRounds(
  dependencies: ExamineRoundsDependencies,
): (records: readonly ResolvedRound[]) => Promise<readonly (readonly ContractInterfaceRow[])[] | undefined> {
  const { store, signal, beat } = dependencies;
  const runMethod = createMethodRunner(dependencies);
  const environments = createRoundEnvironments(store);
  const trees = createKeptTrees(KEPT_BYTES_MAX);
  const withVerdicts = createWithVerdicts(dependencies, runMethod);

  /** What the accounts are that may have methods; undefined after a stop. */
  const detectAll = async (
    accounts: readonly ExaminedAccount[],
  ): Promise<ReadonlyMap<AccountWithCode, Detection> | undefined> => {
    const detections = new Map<AccountWithCode, Detection>();
    const wanted = accounts.filter(({ possible }) => possible !== undefined && possible.size > 0);
    for (const some of inGroups(wanted, STATES_AT_ONCE)) {
      if (signal.aborted) return undefined;
      const states = await readContractStates(
        { store, trees },
        some.map(({ account }) => account),
      );
      await Promise.all(
        some.map(async (examined, index) => {
          if (signal.aborted) return;
          detections.set(examined.account, await detectContract(examined, states[index], runMethod));
          beat?.();
        }),
      );
    }
    return signal.aborted ? undefined : detections;
  };

  return async (records) => {
    const examined = new Map<AccountWithCode, ExaminedAccount>();
    for (const { round, accounts } of records) {
      const readEnvironment = () => environments.at(round);
      const seen = seenRound({
        store,
        trees,
        runMethod,
        readEnvironment,
        askedBytesMax: ASKED_BYTES_MAX / records.length,
      });
      for (const one of await withVerdicts(accounts.filter(hasCode), seen)) examined.set(one.account, one);
    }
    const detections = await detectAll([...examined.values()]);
    if (detections === undefined) return undefined;
    const rows: ContractInterfaceRow[][] = [];
    for (const { round, accounts } of records) {
      const ofRecord: ContractInterfaceRow[] = [];
      for (const account of accounts) {
        beat?.();
        if (signal.aborted) return undefined;
        const one = hasCode(account) ? examined.get(account) : undefined;
        const detection =
          one === undefined
            ? NOTHING
            : (detections.get(one.account) ?? (await detectContract(one, undefined, runMethod)));
        // The same code says the same of every state of the account: one row is enough.
        const saysNothing = detection.interfaces.length === 0 && one?.possible?.size === 0;
        if (!saysNothing || account.isCodeNew) ofRecord.push(...rowsOfDetection(round, account, detection));
      }
      rows.push(ofRecord);
    }
    return rows;
  };
}

type WithVerdicts = (accounts: readonly AccountWithCode[], round: SeenRound) => Promise<readonly ExaminedAccount[]>;

/**
 * Returns what adds to the accounts of one record which methods their codes may have. A code that is not known now may
 * be known in a later round.
 */
function createWithVerdicts(
  { store, signal, beat }: ExamineRoundsDependencies,
  runMethod: ReturnType<typeof createMethodRunner>,
): WithVerdicts {
  const verdicts = createCodeVerdicts(runMethod);
  return async (accounts, round) => {
    const codes = [...new Set(accounts.map(({ code }) => code))];
    const found = new Map(codes.map((code) => [code, verdicts.known(code)]));
    const unknown = codes.filter((code) => found.get(code) === undefined);
    for (const some of inGroups(unknown, CODES_AT_ONCE)) {
      if (signal.aborted) break;
      const hashes = some.map((code) => Buffer.from(code, 'base64'));
      const bocs = await readTrees(store, hashes);
      const environment = await round.environment();
      await Promise.all(
        some.map(async (code, index) => {
          found.set(code, await verdicts.probe(environment, code, bocs.get(hashToHex(hashes[index]!))));
          beat?.();
        }),
      );
    }
    return accounts.map((account) => ({ account, round, possible: found.get(account.code) }));
  };
}

function hasCode(account: ResolvedRound['accounts'][number]): account is AccountWithCode {
  return account.code !== null;
}

function* inGroups<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
