import { hashToHex } from '@tonriver/chain-model';
import { findPossibleMethods, type PossibleMethods } from '@tonriver/interfaces';
import { createKeptValues } from '../kept-values.ts';
import type { RoundEnvironment } from '../rounds/round-environment.ts';
import { EMPTY_CELL } from './asked-states.ts';
import type { ContractState } from './contract-state.ts';
import type { RunMethodOf } from './method-runner.ts';

/** Codes whose verdicts are remembered: some hundred bytes each. */
const CODES_MAX = 50_000;
const ZERO_ACCOUNT = new Uint8Array(32);

/** Says which methods a code may have. Each code is probed once, while it is remembered. */
export type VerdictOf = (round: RoundEnvironment, state: ContractState) => Promise<PossibleMethods | undefined>;

export function createCodeVerdicts(runMethod: RunMethodOf): VerdictOf {
  const verdicts = createKeptValues<PossibleMethods>(CODES_MAX);
  /** Codes that are being probed: many accounts of a round may have the same new one. */
  const probes = new Map<string, ReturnType<VerdictOf>>();
  const probe: VerdictOf = async (round, { codeHash, codeBoc }) => {
    const probed = { workchain: 0, account: ZERO_ACCOUNT, codeHash, codeBoc, dataBoc: EMPTY_CELL };
    const possible = await findPossibleMethods(Buffer.from(codeHash).toString('base64'), (call) =>
      runMethod(round, probed, call),
    );
    // What was not known may be known later.
    if (possible !== undefined) verdicts.set(hashToHex(codeHash), possible);
    return possible;
  };
  return async (round, state) => {
    const key = hashToHex(state.codeHash);
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const probing = probes.get(key) ?? probe(round, state).finally(() => probes.delete(key));
    probes.set(key, probing);
    return await probing;
  };
}
