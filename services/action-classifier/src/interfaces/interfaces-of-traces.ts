import { type AccountInterfaces, addressesNeeded, dataNeeded, type TraceInput } from '@tonriver/actions';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createInterfaceStates, type InterfaceStates, type LookedAt } from './interface-states.ts';
import { readDataAtRound } from './data-at-round.ts';

/** What the rules may ask about a trace. */
export interface InterfacesOfTrace {
  readonly known: ReadonlyMap<string, AccountInterfaces>;
  /** The highest generation of the rows that it comes from; 0 without any. */
  readonly generation: number;
}

/** How often more is asked because of what was read. The rules go three steps; hostile contracts name any number. */
const STEPS_MAX = 8;
/** Addresses of one trace that are looked up: far more than a real trace names. */
const ADDRESSES_MAX = 20_000;

/**
 * Reads what the accounts of traces are, in the states at the end of each trace's last round. Some are named by others,
 * so it asks until no address is new.
 */
export async function readInterfacesOfTraces(
  store: ClickHouseStore,
  traces: readonly TraceInput[],
): Promise<ReadonlyMap<TraceInput, InterfacesOfTrace>> {
  const rounds = traces.map(({ seqnoEnd }) => seqnoEnd);
  const states = createInterfaceStates(store, {
    first: Math.min(...rounds),
    last: Math.max(...rounds),
    startLt: traces.reduce((least, { startLt }) => (startLt < least ? startLt : least), traces[0]?.startLt ?? 0n),
  });
  const open = new Map(traces.map((trace) => [trace, createLookUp(store, states, trace)]));
  let asking = [...open.values()];
  for (let step = 0; step < STEPS_MAX && asking.length > 0; step += 1) {
    await states.load(asking.flatMap((lookUp) => lookUp.wanted()));
    const next: LookUpOfTrace[] = [];
    for (const lookUp of asking) if (await lookUp.learn()) next.push(lookUp);
    asking = next;
  }
  return new Map([...open].map(([trace, { result }]) => [trace, result()]));
}

interface LookUpOfTrace {
  readonly wanted: () => readonly string[];
  /** Takes what was read. Returns whether more is to be read. */
  readonly learn: () => Promise<boolean>;
  readonly result: () => InterfacesOfTrace;
}

function createLookUp(store: ClickHouseStore, states: InterfaceStates, trace: TraceInput): LookUpOfTrace {
  const known = new Map<string, AccountInterfaces>();
  const asked = new Set<string>();
  const withData = new Set<string>();
  const lts = ltsByAccount(trace);
  let generation = 0;
  let wanted: readonly string[] = addressesNeeded(trace);
  const addData = async (address: string): Promise<boolean> => {
    if (withData.has(address) || !asked.has(address)) return false;
    withData.add(address);
    const data = await readDataAtRound(store, address, trace.seqnoEnd);
    if (data !== undefined) known.set(address, { ...known.get(address), data });
    return data !== undefined;
  };
  /** Data name other contracts whose data are needed, which may be known already. */
  const addAllData = async (): Promise<void> => {
    for (let step = 0, hasMore = true; hasMore && step < STEPS_MAX; step += 1) {
      hasMore = false;
      for (const address of dataNeeded(trace, known)) if (await addData(address)) hasMore = true;
    }
  };
  return {
    wanted: () => wanted,
    async learn() {
      for (const address of wanted) {
        asked.add(address);
        const when: LookedAt = { round: trace.seqnoEnd, lts: lts.get(address) ?? new Set() };
        const found = states.at(address, when);
        if (found === undefined) continue;
        known.set(address, { ...known.get(address), ...found.interfaces });
        generation = Math.max(generation, found.generation);
      }
      await addAllData();
      wanted = addressesNeeded(trace, known).filter((address) => !asked.has(address));
      return wanted.length > 0 && asked.size < ADDRESSES_MAX;
    },
    result: () => ({ known, generation }),
  };
}

function ltsByAccount({ transactions }: TraceInput): ReadonlyMap<string, Set<bigint>> {
  const lts = new Map<string, Set<bigint>>();
  for (const { account, lt } of transactions) {
    const ofAccount = lts.get(account);
    if (ofAccount === undefined) lts.set(account, new Set([lt]));
    else ofAccount.add(lt);
  }
  return lts;
}
