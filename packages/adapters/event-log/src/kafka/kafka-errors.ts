import kafkajs from 'kafkajs';
import { EventLogError } from '@tonriver/stream';

// Node finds only some of the names that this CommonJS module exports.
const { KafkaJSError, KafkaJSProtocolError } = kafkajs;

/**
 * Answers that no repetition cures: somebody must change rights, settings or the record. kafkajs' own flag does not
 * tell, because it is also set when its own retries are used up.
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

/** What the group's coordinator says to a member whose share is, or is about to be, somebody else's. */
const revokedTypes: ReadonlySet<string> = new Set([
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
]);

const outOfRangeTypes: ReadonlySet<string> = new Set(['OFFSET_OUT_OF_RANGE']);

/** The error, its causes, and the parts of an aggregate. */
function* withCauses(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) {
    yield current;
    const parts = (current as { readonly errors?: unknown }).errors;
    if (Array.isArray(parts)) for (const part of parts) yield* withCauses(part);
  }
}

function hasType(error: unknown, types: ReadonlySet<string>): boolean {
  for (const each of withCauses(error)) if (each instanceof KafkaJSProtocolError && types.has(each.type)) return true;
  return false;
}

export function isRevocation(error: unknown): boolean {
  return hasType(error, revokedTypes);
}

export function isPermanent(error: unknown): boolean {
  for (const each of withCauses(error)) if (permanentNames.has(each.name)) return true;
  return hasType(error, permanentTypes);
}

/** The offset that was asked for is not kept (any more). */
export function isOutOfRange(error: unknown): boolean {
  for (const each of withCauses(error)) if (each.name === 'KafkaJSOffsetOutOfRange') return true;
  return hasType(error, outOfRangeTypes);
}

/** True for what kafkajs throws about brokers and connections; a mistake in code is something else and escapes. */
export function isFromKafka(error: unknown): boolean {
  for (const each of withCauses(error)) if (each instanceof KafkaJSError) return true;
  return false;
}

export function refused(what: string, cause: unknown): EventLogError {
  return new EventLogError('broker_refused', `Kafka refuses: ${what}`, {}, { cause });
}

export function unavailable(what: string, waitedMs: number, cause: unknown): EventLogError {
  const message = `Kafka did not answer for ${waitedMs} ms: ${what}`;
  return new EventLogError('broker_unavailable', message, { waitedMs }, { cause, isRetryable: true });
}
