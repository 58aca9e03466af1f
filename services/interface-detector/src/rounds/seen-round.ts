import { type DomainZone, findDomainZone, type MethodCall, type MethodOutcome } from '@tonriver/interfaces';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createAskedStates } from '../contracts/asked-states.ts';
import type { KeptTrees } from '../contracts/kept-trees.ts';
import type { RunMethodOf } from '../contracts/method-runner.ts';
import type { RoundEnvironment } from './round-environment.ts';

/** What get-methods see at the end of a round. It is read when the first one is run. */
export interface SeenRound {
  readonly environment: () => Promise<RoundEnvironment>;
  /** Runs a method of another contract, by its address. */
  readonly ask: (address: string, call: MethodCall) => Promise<MethodOutcome>;
  /** Who answers for domains. It is asked once. */
  readonly zone: () => Promise<DomainZone>;
}

export interface SeenRoundDependencies {
  readonly store: ClickHouseStore;
  readonly trees: KeptTrees;
  readonly runMethod: RunMethodOf;
  readonly readEnvironment: () => Promise<RoundEnvironment>;
  /** Code and data of other contracts that are kept. */
  readonly askedBytesMax: number;
}

/** The exit code for an account without code, as clients know it. */
const EXIT_NOT_ACTIVE = -13;
const NOT_ACTIVE: MethodOutcome = { kind: 'ended', exitCode: EXIT_NOT_ACTIVE, gasUsed: 0n, stack: [] };

export function seenRound({
  store,
  trees,
  runMethod,
  readEnvironment,
  askedBytesMax,
}: SeenRoundDependencies): SeenRound {
  const environment = once(readEnvironment);
  const states = once(async () => createAskedStates({ store, trees }, await environment(), askedBytesMax));
  const ask: SeenRound['ask'] = async (address, call) => {
    const state = await (await states())(address);
    if (state === 'unknown') return { kind: 'unknown' };
    return state === 'inactive' ? NOT_ACTIVE : await runMethod(await environment(), state, call);
  };
  const zone = once(async (): Promise<DomainZone> => {
    const { environment: seen } = await environment();
    return seen === null ? { collection: null } : await findDomainZone(seen.configBoc, ask);
  });
  return { environment, ask, zone };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
