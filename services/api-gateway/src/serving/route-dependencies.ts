import type { GetMethodExecutor, MessageFollower, MessageTarget } from '@tonriver/api-model';
import type { BodyReader } from '@tonriver/http-server';
import type { PendingReader } from '@tonriver/pending-store';
import type { Watermark, ZeroState } from '@tonriver/chain-reader';
import type { AnswerCache } from '../answer-cache.ts';
import type { FinishedTraces } from '../endpoints/pending/finished-traces.ts';
import type { SlicedWork } from '../sliced-work.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';

/** What the routes of all endpoints need. */
export interface RouteDependencies {
  readonly reader: AnswerReader;
  readonly watermark: Watermark;
  readonly zeroState: ZeroState;
  readonly answers: AnswerCache;
  readonly cachePrefix: () => string;
  readonly isTestnet: boolean;
  readonly requestTimeoutMs: number;
  readonly requests: ConcurrentRequests;
  /** Tells whether work had to wait for its turn at any time since then (`performance.now()`). */
  readonly hadWaiting: (sinceMs: number) => boolean;
  readonly slicedWork: SlicedWork;
  readonly readBody: BodyReader;
  readonly bodyBytesMax: number;
  /** Absent: get-methods are refused. */
  readonly executor: GetMethodExecutor | undefined;
  /** Absent: messages are refused. */
  readonly messages: MessageTarget | undefined;
  /** Follows messages that were taken; absent: nobody does. */
  readonly follower: MessageFollower | undefined;
  /** Absent: pending traces are refused. */
  readonly pending: PendingReader | undefined;
  readonly finishedTraces: FinishedTraces;
  readonly getMethodTimeoutMs: number;
}
