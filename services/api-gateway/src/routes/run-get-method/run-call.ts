import { type GetMethodAnswer, GetMethodError, type GetMethodExecutor } from '@tonriver/api-model';
import type { BodyReader } from '@tonriver/http-server';
import type { Response } from 'express';
import type { Watermark } from '../../reading/watermark.ts';
import { callerSignal } from '../caller-signal.ts';
import type { CallErrors } from './call-errors.ts';
import type { ReadCall } from './read-call.ts';

export interface GetMethodRouteDependencies {
  /** Absent: get-methods are refused. */
  readonly executor: GetMethodExecutor | undefined;
  readonly readBody: BodyReader;
  readonly watermark: Watermark;
  readonly getMethodTimeoutMs: number;
}

/**
 * Runs a call and sets the header with the block of the run. @throws {GatewayError} with the dialect's text and
 * status
 */
export async function runCall(
  { executor, watermark, getMethodTimeoutMs }: GetMethodRouteDependencies,
  response: Response,
  { call }: ReadCall,
  errors: CallErrors,
): Promise<GetMethodAnswer> {
  if (executor === undefined) throw errors.noExecutor();
  try {
    const running = executor.run(call, { signal: callerSignal(response, getMethodTimeoutMs) });
    const [answer] = await Promise.all([running, watermark.forRequest()]);
    const indexed = watermark.current()?.range?.lastSeqno;
    // The executor may know a newer round than this process.
    if (indexed !== undefined) response.set('X-Indexed-Seqno', String(Math.max(indexed, answer.block.seqno)));
    response.set('X-Run-Seqno', String(answer.block.seqno));
    response.set('Cache-Control', 'no-store');
    return answer;
  } catch (error) {
    throw error instanceof GetMethodError ? errors.failure(error) : error;
  }
}
