import type { FeeEstimate, FeeEstimateCall } from '@tonriver/api-model';
import { Bag } from '@tonriver/boc';
import { hashFromHex } from '@tonriver/chain-model';
import { feesIfAccepted, feesOfTransaction, messageFromOutside } from '@tonriver/emulation';
import type { TvmPool } from '@tonriver/tvm';
import type { Lanes } from '../run/lanes.ts';
import { createDigests } from '../run/digests.ts';
import { libraryUnknown } from '../run/library-unknown.ts';
import { callerGone } from '../run/shared-runs.ts';
import type { Surroundings } from '../run/surroundings.ts';
import type { ChainState } from '../state/chain-state.ts';
import { codeToRun } from './code-to-run.ts';
import { gasUsedOf } from './gas-used.ts';
import { messageOf } from './message-error.ts';

export interface EstimateFeeDependencies {
  readonly state: ChainState;
  readonly pool: TvmPool;
  readonly lanes: Lanes;
  readonly surroundings: Surroundings;
}

/**
 * Emulates a message from outside on the newest state of its account.
 *
 * @param wanted aborts when the caller has left
 * @throws {GetMethodError} `bad_message`, or what keeps the message from being emulated
 */
export type EstimateFee = (call: FeeEstimateCall, wanted: AbortSignal) => Promise<FeeEstimate>;

/** `recv_external`: the method of a contract that a message from outside calls. */
const RECEIVE_EXTERNAL = -1;
/** The next free logical time. */
const NEXT_LT = 0n;

export function createEstimateFee(dependencies: EstimateFeeDependencies): EstimateFee {
  const { state, pool, lanes, surroundings } = dependencies;
  const digestOf = createDigests();

  return async function estimateFee(call, wanted) {
    const address = { workchain: call.workchain, hash: hashFromHex(call.accountHex) };
    // First, so that a message that is none costs no look-up.
    const parts = partsOf(call);
    const messageBoc = messageOf(() => messageFromOutside({ address, ...parts }));
    const point = await state.point({ seqno: undefined, address, methodId: RECEIVE_EXTERNAL });
    const account = await state.shardAccount(address, point);
    const { codeBoc, dataBoc } = account.parts;
    const bags = [codeBoc, dataBoc, messageBoc].filter((boc) => boc !== null);
    const [environment, { found, unknown }] = await Promise.all([
      surroundings.environments.at(point),
      surroundings.reachable.find(account.parts, bags, point),
    ]);
    // A transaction does not say which library it missed, so all that it may look for must be known before.
    if (unknown !== undefined) throw libraryUnknown(unknown);
    if (wanted.aborted) throw callerGone();
    const emulate = async () => {
      const result = await pool.emulateTransaction(
        {
          environment,
          shardAccountBoc: account.boc,
          cause: { kind: 'message', messageBoc },
          lt: NEXT_LT,
          randomSeed: point.recorded?.randomSeed ?? null,
          librariesBoc: surroundings.dictionaries.of(found),
          ignoreSignatures: call.ignoresSignatures,
        },
        { signal: wanted },
      );
      return { result, gasUsed: gasUsedOf(result) };
    };
    const code = codeToRun(codeBoc, messageBoc);
    const kind = code === undefined ? undefined : { code: digestOf(code), methodId: RECEIVE_EXTERNAL };
    const { result } = await (kind === undefined ? emulate() : lanes.run(kind, emulate, wanted));
    const isAccepted = result.kind === 'transaction';
    const fees = isAccepted
      ? feesOfTransaction(Bag.parse(result.transactionBoc))
      : feesIfAccepted({
          address,
          messageBoc,
          shardAccountBoc: account.boc,
          configBoc: environment.configBoc,
          unixTime: point.unixTime,
        });
    return {
      importFee: fees.importFee.toString(),
      storageFee: fees.storageFee.toString(),
      gasFee: fees.gasFee.toString(),
      forwardFee: fees.forwardFee.toString(),
      isAccepted,
      seqno: point.seqno,
    };
  };
}

function partsOf({ bodyBoc, initCodeBoc, initDataBoc }: FeeEstimateCall) {
  const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));
  return {
    bodyBoc: bytesOf(bodyBoc),
    initCodeBoc: initCodeBoc === null ? null : bytesOf(initCodeBoc),
    initDataBoc: initDataBoc === null ? null : bytesOf(initDataBoc),
  };
}
