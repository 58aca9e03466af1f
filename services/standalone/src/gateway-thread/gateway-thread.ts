import type { MessagePort } from 'node:worker_threads';
import {
  type GetMethodExecutor,
  GetMethodError,
  type MessageFollower,
  type MessageTarget,
  MessageTargetError,
} from '@tonriver/api-model';
import type { Network } from '@tonriver/chain-model';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import type { LogLevel, LogLine } from '@tonriver/logger';
import { PendingStoreError, type PendingWriter } from '@tonriver/pending-store';
import type { MetricValues, ThreadProblems } from '@tonriver/telemetry';

/** What the thread is started with. */
export interface GatewayThreadData {
  readonly port: MessagePort;
  readonly logLevel: LogLevel;
}

/** What the API is started with. */
export interface GatewaySettings {
  /** Data directory of the engine, which the main thread has open. */
  readonly path: string;
  readonly writesMemory: SharedArrayBuffer;
  readonly database: string;
  readonly network: Network;
  readonly host: string;
  readonly port: number;
  readonly takesMessages: boolean;
  /** Port of a devnet of this process, to which the requests of its operator are forwarded. */
  readonly devnetPort: number | undefined;
}

/** What the main thread asks of the gateway's thread. */
export interface GatewayService {
  /** Opens the tables and listens. */
  start(settings: GatewaySettings): Promise<{ readonly port: number }>;
  noteWatermark(): void;
  /** To be called again and again: a main thread that is silent counts as stuck. */
  noteHealth(problems: ThreadProblems): void;
  /** Ends what `start` has begun: the main thread may close the engine after it. */
  stop(): Promise<void>;
}

/** What the gateway's thread asks of the main thread, beside what the API model names. */
export interface MainService {
  writeLine(line: LogLine): void;
  metricValues(): Promise<MetricValues>;
}

/** The services of the two threads: their names, and which methods are called. */
export const SERVICES = {
  gateway: { name: 'gateway', methods: ['start', 'noteWatermark', 'noteHealth', 'stop'] },
  pending: { name: 'pending', methods: ['put', 'remove', 'missing', 'confirm'] },
  main: { name: 'main', methods: ['writeLine', 'metricValues'] },
  executor: { name: 'executor', methods: ['run', 'estimateFee', 'emulateTrace', 'continueTrace'] },
  messages: { name: 'messages', methods: ['send'] },
  follower: { name: 'follower', methods: ['follow'] },
} as const satisfies {
  readonly gateway: ServiceOf<GatewayService>;
  readonly pending: ServiceOf<PendingWriter>;
  readonly main: ServiceOf<MainService>;
  readonly executor: ServiceOf<GetMethodExecutor>;
  readonly messages: ServiceOf<MessageTarget>;
  readonly follower: ServiceOf<MessageFollower>;
};

interface ServiceOf<Service> {
  readonly name: string;
  readonly methods: readonly (keyof Service & string)[];
}

/** Errors that handlers of the other thread tell apart by their class. */
export const ERROR_CLASSES = { ClickHouseStoreError, GetMethodError, MessageTargetError, PendingStoreError };
