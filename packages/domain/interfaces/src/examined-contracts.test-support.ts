// Contracts on their own, without a chain: get-methods run in the official TVM.
import { Bag, Cell, type CellBuilder, writeBag } from '@tonriver/boc';
import { parseAccountAddress } from '@tonriver/chain-model';
import { createTvmPool, methodIdOf, type TvmPool } from '@tonriver/tvm';
import type { AskContract } from './method-port.ts';
import {
  type Detection,
  detectInterfaces,
  findDomainZone,
  findPossibleMethods,
  type MethodCall,
  type MethodOutcome,
} from './index.ts';

export interface ContractState {
  readonly codeBoc: Uint8Array;
  readonly dataBoc: Uint8Array;
}

const emptyCell = writeBag([Cell.empty]);

export function openPool(): Promise<TvmPool> {
  return createTvmPool({ workerCount: 1, queueLengthMax: 100, wallTimeMs: 10_000, memoryMbMax: 512 });
}

/** Contracts by their raw addresses, run with one configuration. */
export function examinedContracts(
  pool: TvmPool,
  {
    configBoc,
    librariesBoc = null,
    unixTime = 1_800_000_000,
  }: { readonly configBoc: Uint8Array; readonly librariesBoc?: Uint8Array | null; readonly unixTime?: number },
) {
  const states = new Map<string, ContractState>();
  const counts = { runs: 0, gas: 0n };
  const runWith = async (address: string, state: ContractState, call: MethodCall): Promise<MethodOutcome> => {
    counts.runs += 1;
    const result = await pool.runGetMethod({
      environment: { key: 'test', configBoc, previousBlocksBoc: null, unixTime },
      address: parseAccountAddress(address),
      balance: 1_000_000_000n,
      extraCurrencies: [],
      ...state,
      librariesBoc,
      methodId: methodIdOf(call.method),
      stack: call.stack,
      randomSeed: new Uint8Array(32),
      gasLimit: call.gasLimit,
    });
    counts.gas += result.gasUsed;
    if (result.missingLibrary !== null) return { kind: 'unknown' };
    return { kind: 'ended', exitCode: result.exitCode, gasUsed: result.gasUsed, stack: result.stack };
  };
  const possibleFor = (state: ContractState) =>
    findPossibleMethods(codeHashOf(state), (call) =>
      runWith(`0:${'0'.repeat(64)}`, { ...state, dataBoc: emptyCell }, call),
    );
  const ask: AskContract = async (other, call) => {
    const asked = states.get(other);
    return asked === undefined ? { kind: 'unknown' } : await runWith(other, asked, call);
  };
  return {
    states,
    counts,
    possibleFor,
    examine: async (address: string): Promise<Detection> => {
      const state = states.get(address)!;
      return await detectInterfaces({
        contract: { address, codeHash: codeHashOf(state) },
        possible: (await possibleFor(state)) ?? new Set(),
        run: (call) => runWith(address, state, call),
        ask,
        zone: () => findDomainZone(configBoc, ask),
      });
    },
  };
}

export function bocOf(builder: CellBuilder): Uint8Array {
  return writeBag([builder.endCell()]);
}

function codeHashOf({ codeBoc }: ContractState): string {
  const bag = Bag.parse(codeBoc);
  return Buffer.from(bag.hash(bag.root)).toString('base64');
}
