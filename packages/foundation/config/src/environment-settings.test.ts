import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  answeringPorts,
  clickHouseOptions,
  clickHouseSettings,
  kafkaOptions,
  kafkaSettings,
  loadConfig,
  networkSettings,
  processSettings,
  cacheSettings,
  shutdownTimes,
  topicOptions,
} from './index.ts';
import { readEnvironment } from './read-environment.ts';

const schema = z.object({
  ...networkSettings,
  ...clickHouseSettings,
  ...kafkaSettings,
  ...processSettings,
  ...cacheSettings,
});
const load = (values: Readonly<Record<string, string>>) => loadConfig(schema, { KAFKA_BROKERS: 'a:9092', ...values });

describe('settings that services share', () => {
  it('require only the brokers', () => {
    const environment = load({});
    expect(kafkaOptions(environment)).toEqual({ brokers: ['a:9092'], ssl: false });
    expect(clickHouseOptions(environment)).toEqual({
      url: 'http://127.0.0.1:8123',
      database: 'ton_mainnet',
      isReplicated: false,
    });
    expect(topicOptions(environment)).toEqual({ rawPartitions: 8, rawRetentionMs: 7 * 24 * 3_600_000 });
  });

  it('name the database after the network unless its own variable is set', () => {
    expect(clickHouseOptions(load({ NETWORK: 'testnet' })).database).toBe('ton_testnet');
    expect(clickHouseOptions(load({ NETWORK: 'testnet', CLICKHOUSE_DATABASE: 'other' })).database).toBe('other');
  });

  it('carry users, clusters and copies only when they are set', () => {
    const environment = load({
      KAFKA_BROKERS: 'a:1, b:2',
      KAFKA_USERNAME: 'u',
      KAFKA_PASSWORD: 'p',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_REPLICATION_FACTOR: '3',
      KAFKA_SSL: 'true',
      CLICKHOUSE_USERNAME: 'c',
      CLICKHOUSE_PASSWORD: 'd',
      CLICKHOUSE_CLUSTER: 'all',
      CLICKHOUSE_REPLICATED: 'true',
    });
    expect(kafkaOptions(environment)).toEqual({
      brokers: ['a:1', 'b:2'],
      ssl: true,
      credentials: { mechanism: 'plain', username: 'u', password: 'p' },
      replicationFactor: 3,
    });
    expect(clickHouseOptions(environment)).toMatchObject({
      username: 'c',
      password: 'd',
      cluster: 'all',
      isReplicated: true,
    });
  });

  it.each([
    ['KAFKA_BROKERS', 'no-port'],
    ['KAFKA_BROKERS', 'a:9092,'],
    ['CLICKHOUSE_URL', 'nowhere'],
    ['CLICKHOUSE_URL', 'tcp://clickhouse:9000'],
    ['CLICKHOUSE_URL', 'http://clickhouse:8123/?password=hunter2'],
    ['REDIS_URL', 'nowhere'],
    ['REDIS_URL', 'http://redis:6379'],
    ['CLICKHOUSE_DATABASE', 'ton-mainnet'],
    ['CLICKHOUSE_REPLICATED', 'yes'],
    ['HTTP_PORT', '65536'],
    ['NETWORK', 'main-net'],
    ['RAW_PARTITIONS', '0'],
    ['SHUTDOWN_GRACE_MS', '26000'],
  ])('refuse %s=%s under its name', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(new RegExp(name));
  });
});

describe('how a service stops', () => {
  it.each([
    [{}, 20_000, 5_000],
    [{}, 4_000, 2_000],
    [{ SHUTDOWN_DRAIN_MS: 0 }, 4_000, 0],
    [{ SHUTDOWN_DRAIN_MS: 3_999 }, 4_000, 3_999],
  ])('with %j and a grace of %d ms: requests are taken for %d ms more', (given, grace, drain) => {
    const times = shutdownTimes({ ...given, SHUTDOWN_GRACE_MS: grace });
    expect(times).toEqual({ shutdownDrainMs: drain, shutdownGraceMs: grace });
  });

  it('is refused when the drain would take the whole grace period', () => {
    expect(() => shutdownTimes({ SHUTDOWN_DRAIN_MS: 4_000, SHUTDOWN_GRACE_MS: 4_000 })).toThrow(/SHUTDOWN_DRAIN_MS/);
  });
});

describe('the ports of a service that answers requests', () => {
  it.each([
    [{ HTTP_PORT: 8080 }, undefined],
    [{ HTTP_PORT: 8080, HTTP_HEALTH_PORT: 8090 }, 8090],
    [{ HTTP_PORT: 0, HTTP_HEALTH_PORT: 0 }, 0],
  ])('are those of %j', (environment, healthPort) => {
    expect(answeringPorts(environment)).toEqual({ port: environment.HTTP_PORT, healthPort });
  });

  it('are refused when they are the same', () => {
    expect(() => answeringPorts({ HTTP_PORT: 8080, HTTP_HEALTH_PORT: 8080 })).toThrow(
      /HTTP_HEALTH_PORT: is the same port as HTTP_PORT/,
    );
  });
});

describe('Kafka credentials', () => {
  it.each([
    [{ KAFKA_USERNAME: 'u' }, /KAFKA_PASSWORD/],
    [{ KAFKA_PASSWORD: 'p' }, /KAFKA_USERNAME/],
  ])('are refused when one of the two is missing: %j', (values, missing) => {
    expect(() => kafkaOptions(load(values))).toThrow(missing);
  });
});

describe('readEnvironment', () => {
  const read = (...words: readonly string[]) =>
    readEnvironment('some-service', 'Does something.', schema, { words, environment: { KAFKA_BROKERS: 'a:9092' } });

  it('lists every variable in its help, with its default or that it is required', () => {
    const { help } = read('--help') as { readonly help: string };
    for (const name of Object.keys(schema.shape)) expect(help).toContain(name);
    expect(help).toMatch(/KAFKA_BROKERS .*\(required\)/);
    expect(help).toMatch(/HTTP_PORT .*\(default: 8080\)/);
    expect(help).toMatch(/LOG_LEVEL +debug, info, warn or error \(default: "info"\)/);
  });

  it('reads the environment without arguments, and refuses any argument but --help', () => {
    expect(read()).toMatchObject({ values: { NETWORK: 'mainnet', KAFKA_BROKERS: ['a:9092'] } });
    expect(() => read('--brokers')).toThrow(/no argument --brokers.*environment variables.*\nUsage: some-service/);
  });
});
