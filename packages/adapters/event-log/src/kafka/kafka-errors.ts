import kafkajs from 'kafkajs';
import { EventLogError } from '@tonriver/stream';

// Node finds only some of the named exports of this CommonJS module.
const { KafkaJSError, KafkaJSProtocolError } = kafkajs;

/**
 * Errors that no repetition cures: rights, settings or the record have to be changed. kafkajs' own flag cannot be used,
 * because it is also set when its retries are used up.
 */
const permanentTypes: ReadonlySet<string> = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_VERSION',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_PARTITIONS',
  'INVALID_REPLICATION_FACTOR',
  'INVALID_CONFIG',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
  'POLICY_VIOLATION',
]);
const permanentNames: ReadonlySet<string> = new Set(['KafkaJSSASLAuthenticationError', 'KafkaJSNotImplemented']);

/** Errors of the coordinator for a member that loses, or has lost, its partitions. */
const revokedTypes: ReadonlySet<string> = new Set([
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
]);

const outOfRangeTypes: ReadonlySet<string> = new Set(['OFFSET_OUT_OF_RANGE']);

/** Yields the error, its causes, and the errors of an aggregate. */
function* errorChain(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) {
    yield current;
    const parts = (current as { readonly errors?: unknown }).errors;
    if (Array.isArray(parts)) for (const part of parts) yield* errorChain(part);
  }
}

function hasType(error: unknown, types: ReadonlySet<string>): boolean {
  for (const each of errorChain(error)) if (each instanceof KafkaJSProtocolError && types.has(each.type)) return true;
  return false;
}

export function isRevocation(error: unknown): boolean {
  return hasType(error, revokedTypes);
}

export function isPermanent(error: unknown): boolean {
  for (const each of errorChain(error)) if (permanentNames.has(each.name)) return true;
  return hasType(error, permanentTypes);
}

/** Returns true when the requested offset is not in the log. */
export function isOutOfRange(error: unknown): boolean {
  for (const each of errorChain(error)) if (each.name === 'KafkaJSOffsetOutOfRange') return true;
  return hasType(error, outOfRangeTypes);
}

/** Returns true for kafkajs' errors about brokers and connections, false for a mistake in code. */
export function isFromKafka(error: unknown): boolean {
  for (const each of errorChain(error)) if (each instanceof KafkaJSError) return true;
  return false;
}

export function brokerRefused(action: string, cause: unknown): EventLogError {
  return new EventLogError('broker_refused', `Could not ${action}: Kafka refused`, {}, { cause });
}

export function brokerUnavailable(action: string, waitedMs: number, cause: unknown): EventLogError {
  const message = `Could not ${action}: Kafka did not answer for ${waitedMs} ms`;
  return new EventLogError('broker_unavailable', message, { waitedMs }, { cause, isRetryable: true });
}
