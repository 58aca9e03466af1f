import type { Logger } from '@tonriver/logger';

/** User and password, for brokers that ask. */
export interface KafkaCredentials {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaEventLogOptions {
  /** Bootstrap addresses, `host:port`. */
  readonly brokers: readonly string[];
  /** How this process calls itself in the brokers' logs. */
  readonly clientId: string;
  readonly logger: Logger;
  readonly ssl?: boolean;
  readonly credentials?: KafkaCredentials;
  /** Copies of each created topic; the brokers' default when absent. */
  readonly replicationFactor?: number;
  /** How long one call goes on trying while brokers are away or loading, in milliseconds; 120,000 by default. */
  readonly unavailableMaxMs?: number;
  /** A consumer that is silent for this long loses its partitions, in milliseconds; 10,000 by default. */
  readonly sessionTimeoutMs?: number;
}

export const defaultUnavailableMaxMs = 120_000;
export const defaultSessionTimeoutMs = 10_000;
