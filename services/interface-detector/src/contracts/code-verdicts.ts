import { findPossibleMethods, type PossibleMethods } from '@tonriver/interfaces';
import { LRUCache } from 'lru-cache';
import type { RoundEnvironment } from '../rounds/round-environment.ts';
import { EMPTY_CELL } from './asked-states.ts';
import type { RunMethodOf } from './method-runner.ts';

/** Codes whose verdicts are remembered: some hundred bytes each. */
const CODES_MAX = 50_000;
const ZERO_ACCOUNT = new Uint8Array(32);

/** Which methods codes may have. Hashes of codes are base64. */
export interface CodeVerdicts {
  /** What is remembered. */
  known(codeHash: string): PossibleMethods | undefined;
  /** Probes a code. Those who ask for one at the same time share a probe. Undefined: it cannot be known. */
  probe(
    round: RoundEnvironment,
    codeHash: string,
    codeBoc: Uint8Array | undefined,
  ): Promise<PossibleMethods | undefined>;
}

export function createCodeVerdicts(runMethod: RunMethodOf): CodeVerdicts {
  const verdicts = new LRUCache<string, PossibleMethods>({ max: CODES_MAX });
  /** Codes that are being probed: many accounts of a round may have the same new one. */
  const probes = new Map<string, ReturnType<CodeVerdicts['probe']>>();
  const run: CodeVerdicts['probe'] = async (round, codeHash, codeBoc) => {
    const hash = new Uint8Array(Buffer.from(codeHash, 'base64'));
    const probed = { workchain: 0, account: ZERO_ACCOUNT, codeHash: hash, codeBoc, dataBoc: EMPTY_CELL };
    const possible = await findPossibleMethods(codeHash, (call) => runMethod(round, probed, call));
    // What was not known may be known later.
    if (possible !== undefined) verdicts.set(codeHash, possible);
    return possible;
  };
  return {
    known: (codeHash) => verdicts.get(codeHash),
    async probe(round, codeHash, codeBoc) {
      const probing = probes.get(codeHash) ?? run(round, codeHash, codeBoc).finally(() => probes.delete(codeHash));
      probes.set(codeHash, probing);
      return await probing;
    },
  };
}
