import { pendingSettings } from '@tonriver/config';
import type { HttpExecutorOptions } from '@tonriver/executor-client';
import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';
import type { EmulatorBounds } from './service.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Everything that the emulator can be told, as environment variables. */
export const messageEmulatorEnvironment = z.object({
  GET_METHOD_EXECUTOR_URL: z
    .url()
    .describe('URL of the executor, which emulates, such as http://get-method-executor:8080'),
  PENDING_REDIS_URL: pendingSettings.PENDING_REDIS_URL.unwrap().describe(
    'Redis that keeps pending traces; it must not evict',
  ),
  PENDING_SECRET: pendingSettings.PENDING_SECRET,
  EMULATIONS_MAX: count(16).describe('traces that are emulated at one time'),
  MESSAGES_FOLLOWED_MAX: count(10_000).describe('messages that are followed at one time; more are not shown'),
  MESSAGES_PER_ACCOUNT_MAX: count(256).describe('the same for one account'),
  MESSAGES_BYTES_MAX: count(256 * 1024 * 1024).describe(
    'memory for followed messages and their traces, bytes; beyond it the largest ones are not shown',
  ),
  MESSAGE_TTL_MS: count(300_000).describe('how long a message is followed that comes to no block'),
  ...streamSettings,
});

export type MessageEmulatorEnvironment = z.output<typeof messageEmulatorEnvironment>;

/** The emulator's settings, nested where they belong together. */
export interface MessageEmulatorConfig extends StreamConfig {
  readonly executor: HttpExecutorOptions;
  readonly pending: { readonly url: string; readonly secret: string | undefined };
  readonly bounds: EmulatorBounds;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function messageEmulatorConfig(environment: MessageEmulatorEnvironment): MessageEmulatorConfig {
  return Object.freeze({
    ...streamConfig(environment),
    executor: executorOptions(environment),
    pending: { url: environment.PENDING_REDIS_URL, secret: environment.PENDING_SECRET },
    bounds: boundsOf(environment),
  });
}

/** A trace has nine seconds after its first transaction, three of them without waiting for threads. */
const EMULATION_MS_MAX = 12_000;

function executorOptions(environment: MessageEmulatorEnvironment): HttpExecutorOptions {
  const { GET_METHOD_EXECUTOR_URL: url, EMULATIONS_MAX: callsMax } = environment;
  return { url, connectionsMax: callsMax, callsMax, timeoutMs: EMULATION_MS_MAX };
}

type Bounds = Pick<
  MessageEmulatorEnvironment,
  'EMULATIONS_MAX' | 'MESSAGES_FOLLOWED_MAX' | 'MESSAGES_PER_ACCOUNT_MAX' | 'MESSAGES_BYTES_MAX' | 'MESSAGE_TTL_MS'
>;

function boundsOf(environment: Bounds): EmulatorBounds {
  return {
    emulationsMax: environment.EMULATIONS_MAX,
    tracesMax: environment.MESSAGES_FOLLOWED_MAX,
    tracesPerAccountMax: environment.MESSAGES_PER_ACCOUNT_MAX,
    bytesMax: environment.MESSAGES_BYTES_MAX,
    messageTtlMs: environment.MESSAGE_TTL_MS,
  };
}

/** Returns the bounds of an empty environment, for a process with several services. */
export function defaultEmulatorBounds(): EmulatorBounds {
  const bounds = messageEmulatorEnvironment.pick({
    EMULATIONS_MAX: true,
    MESSAGES_FOLLOWED_MAX: true,
    MESSAGES_PER_ACCOUNT_MAX: true,
    MESSAGES_BYTES_MAX: true,
    MESSAGE_TTL_MS: true,
  });
  return boundsOf(bounds.parse({}));
}
