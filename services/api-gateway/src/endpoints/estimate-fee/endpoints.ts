import { type FeeEstimate, type FeeEstimateCall, GetMethodError, integer } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { contract } from '../../dialects/contract.ts';
import { deployed } from '../../dialects/deployed.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { WorkContext } from '../endpoint-definition.ts';
import { runHeaders } from '../run-headers.ts';
import { estimateErrorsOf } from './estimate-errors.ts';
import { readEstimate } from './read-estimate.ts';

/** Three bags of cells, each as long as a message at most. The deployed service takes bodies up to 1 MiB. */
const bounds = { nestingMax: 8, valuesMax: 100, bytesMax: 1024 * 1024 };
const errorsOf = { contract: estimateErrorsOf(contract), deployed: estimateErrorsOf(deployed) };

const bag = z.base64();
const requestBody = z
  .object({
    address: z.string().meta({ description: 'Account that gets the message: raw or user-friendly' }),
    body: bag.meta({ description: "Bag of cells with the message's body, standard base64" }),
    init_code: bag.optional().meta({ description: 'Code of its StateInit; empty: none' }),
    init_data: bag.optional().meta({ description: 'Data of its StateInit; empty: none' }),
    ignore_chksig: z
      .boolean()
      .optional()
      .meta({ description: 'Whether every signature counts as valid; default true' }),
  })
  .meta({ id: 'FeeEstimateRequest' });

const nanotons = integer.min(0);
const fees = { in_fwd_fee: nanotons, storage_fee: nanotons, gas_fee: nanotons, fwd_fee: nanotons };
const feesV3 = z.strictObject(fees).meta({ id: 'Fees' });
const feesV2 = z.strictObject({ '@type': z.literal('fees'), ...fees }).meta({ id: 'FeesV2' });

/** What both generations have in common. */
const shared = {
  tag: 'messages',
  description:
    'The message is emulated after the newest indexed block, written as wallets write it: StateInit and body inside its ' +
    'cell if they fit. One that the contract does not accept has no fees for gas and forwarding.',
  caching: 'none',
  // An empty body: every account may be asked.
  example: (indexed: IndexedExamples | undefined) => ({
    address: indexed?.account ?? `-1:${'3'.repeat(64)}`,
    body: 'te6cckEBAQEAAgAAAEysuc0=',
  }),
  errors: {
    contract: { 404: 'The account is not known', 501: 'Nothing estimates fees here' },
    deployed: { 500: 'A bag of cells cannot be read, or the account is not known', 501: 'Nothing estimates fees here' },
  },
} as const;

/** POST /v3/estimateFee. */
export const estimateFeeV3 = defineEndpoint({
  ...shared,
  path: '/v3/estimateFee',
  summary: 'Fees of an external message',
  body: {
    schema: requestBody,
    bounds,
    // The deployed service takes null for an object without members.
    read: (body, { dialect: { name }, isStrict }) =>
      readEstimate(body === null && name === 'deployed' ? {} : body, errorsOf[name], isStrict),
  },
  answerSchema: z.strictObject({ source_fees: feesV3, destination_fees: z.array(feesV3) }).meta({ id: 'FeeEstimate' }),
  async answer(call, context) {
    const { estimate, headers } = await estimateFees(call, context);
    return { text: textOf({ source_fees: feesOf(estimate), destination_fees: [] }), headers };
  },
});

/** POST /v2/estimateFee, and the method estimateFee of jsonRPC. */
export const estimateFeeV2 = defineEndpoint({
  ...shared,
  path: '/v2/estimateFee',
  summary: 'Fees of an external message, earlier generation',
  body: {
    schema: requestBody,
    bounds,
    read: (body, { dialect, isStrict }) => readEstimate(body, errorsOf[dialect.name], isStrict),
  },
  answerSchema: z
    .strictObject({ '@type': z.literal('query.fees'), source_fees: feesV2, destination_fees: z.array(feesV2) })
    .meta({ id: 'QueryFees' }),
  async answer(call, context) {
    const { estimate, headers } = await estimateFees(call, context);
    const sourceFees = { '@type': 'fees', ...feesOf(estimate) };
    return { text: textOf({ '@type': 'query.fees', source_fees: sourceFees, destination_fees: [] }), headers };
  },
});

/** @throws {GatewayError} with the dialect's text and status */
async function estimateFees(
  call: FeeEstimateCall,
  context: WorkContext,
): Promise<{ readonly estimate: FeeEstimate; readonly headers: Readonly<Record<string, string>> }> {
  const { executor, watermark, getMethodTimeoutMs, signalFor, dialect } = context;
  const errors = errorsOf[dialect.name];
  if (executor === undefined) throw errors.noExecutor();
  try {
    const estimating = executor.estimateFee(call, { signal: signalFor(getMethodTimeoutMs) });
    const [estimate] = await Promise.all([estimating, watermark.forRequest()]);
    return { estimate, headers: runHeaders(context, estimate.seqno) };
  } catch (error) {
    throw error instanceof GetMethodError ? errors.failure(error) : error;
  }
}

function feesOf({ importFee, storageFee, gasFee, forwardFee }: FeeEstimate): z.output<typeof feesV3> {
  return {
    in_fwd_fee: Number(importFee),
    storage_fee: Number(storageFee),
    gas_fee: Number(gasFee),
    fwd_fee: Number(forwardFee),
  };
}
