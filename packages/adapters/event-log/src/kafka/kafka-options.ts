import type { Logger } from '@tonriver/logger';

/** User and password, for brokers that require them. */
interface KafkaCredentials {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaEventLogOptions {
  /** Bootstrap addresses, `host:port`. */
  readonly brokers: readonly string[];
  /** Name of this process in the brokers' logs. */
  readonly clientId: string;
  readonly logger: Logger;
  readonly ssl?: boolean;
  readonly credentials?: KafkaCredentials;
  /** Copies of each created topic; the brokers' default when absent. */
  readonly replicationFactor?: number;
  /** How long a call is repeated while brokers do not answer, in milliseconds; 120,000 by default. */
  readonly unavailableMaxMs?: number;
  /** A consumer without a heartbeat for this long loses its partitions, in milliseconds; 10,000 by default. */
  readonly sessionTimeoutMs?: number;
}

export const defaultUnavailableMaxMs = 120_000;
export const defaultSessionTimeoutMs = 10_000;
