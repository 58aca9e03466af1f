import { formatAccountAddress, hashFromHex } from '@tonriver/chain-model';
import { type Detection, detectInterfaces, type PossibleMethods } from '@tonriver/interfaces';
import type { ContractState } from '../contracts/contract-state.ts';
import type { AccountWithCode } from '../contracts/contract-states.ts';
import type { RunMethodOf } from '../contracts/method-runner.ts';
import type { SeenRound } from './seen-round.ts';

/** An account of a record, which has code. */
export interface ExaminedAccount {
  readonly account: AccountWithCode;
  readonly round: SeenRound;
  /** Methods that its code may have; undefined when that cannot be known in this round. */
  readonly possible: PossibleMethods | undefined;
}

const NOT_KNOWN: Detection = { interfaces: [], isComplete: false };

/** Says what a contract is. `state` may be undefined only for one whose code has no method of interest. */
export async function detectContract(
  { account, round, possible }: ExaminedAccount,
  state: ContractState | undefined,
  runMethod: RunMethodOf,
): Promise<Detection> {
  if (possible === undefined) return NOT_KNOWN;
  const { workchain, account: hash, code } = account;
  return await detectInterfaces({
    contract: { address: formatAccountAddress({ workchain, hash: hashFromHex(hash) }), codeHash: code },
    possible,
    async run(call) {
      if (state === undefined) throw new TypeError('A contract is run whose state was not read');
      return await runMethod(await round.environment(), state, call);
    },
    ask: round.ask,
    zone: round.zone,
  });
}
