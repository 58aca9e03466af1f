import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type AskedState, createAskedStates } from '../contracts/asked-states.ts';
import type { RoundEnvironment } from './round-environment.ts';

/** What get-methods see at the end of a round. It is read when the first one is run. */
export interface SeenRound {
  readonly environment: () => Promise<RoundEnvironment>;
  /** The state of another contract, by its address. */
  readonly asked: (address: string) => Promise<AskedState>;
}

/** @param askedBytesMax code and data of other contracts that are kept */
export function seenRound(
  store: ClickHouseStore,
  readEnvironment: () => Promise<RoundEnvironment>,
  askedBytesMax: number,
): SeenRound {
  const environment = once(readEnvironment);
  const states = once(async () => createAskedStates(store, await environment(), askedBytesMax));
  return { environment, asked: async (address) => await (await states())(address) };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
