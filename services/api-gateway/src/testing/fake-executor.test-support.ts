import {
  type EmulatedTraceAnswer,
  type EmulateTraceCall,
  type FeeEstimate,
  type FeeEstimateCall,
  type GetMethodAnswer,
  type GetMethodCall,
  GetMethodError,
  type GetMethodExecutor,
} from '@tonriver/api-model';

/** An executor that keeps its calls and returns prepared answers. */
export interface FakeExecutor extends GetMethodExecutor {
  readonly calls: GetMethodCall[];
  next: Partial<GetMethodAnswer> | GetMethodError | Promise<never>;
  readonly estimates: FeeEstimateCall[];
  readonly traces: EmulateTraceCall[];
  trace: EmulatedTraceAnswer | GetMethodError;
}

/** The answer to every message whose fees are asked for. */
export const estimateOfAll: FeeEstimate = {
  importFee: '1036000',
  storageFee: '7',
  gasFee: '3308000',
  forwardFee: '400000',
  isAccepted: true,
  seqno: 40,
};

export const answerOfNothing: GetMethodAnswer = {
  exitCode: 0,
  gasUsed: 549,
  stack: [],
  missingLibraryHex: null,
  block: { seqno: 40, rootHashHex: '01'.repeat(32), fileHashHex: null, unixTime: 1_700_000_000 },
  lastTransaction: { lt: '49000000000001', hashHex: '02'.repeat(32) },
  isCached: false,
};

export function createFakeExecutor(): FakeExecutor {
  const executor: FakeExecutor = {
    calls: [],
    next: {},
    async run(call) {
      executor.calls.push(call);
      const { next } = executor;
      if (next instanceof GetMethodError) throw next;
      return { ...answerOfNothing, ...(await next) };
    },
    estimates: [],
    async estimateFee(call) {
      executor.estimates.push(call);
      const { next } = executor;
      if (next instanceof GetMethodError) throw next;
      await next;
      return estimateOfAll;
    },
    traces: [],
    trace: new GetMethodError('not_ready', 'nothing is indexed yet'),
    async emulateTrace(call) {
      executor.traces.push(call);
      if (executor.trace instanceof GetMethodError) throw executor.trace;
      return executor.trace;
    },
    async continueTrace() {
      throw new GetMethodError('not_ready', 'nothing is indexed yet');
    },
  };
  return executor;
}
