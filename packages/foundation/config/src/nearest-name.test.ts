import { describe, expect, it } from '@jest/globals';
import { isLike, nearestName } from './nearest-name.ts';

const names = ['KAFKA_BROKERS', 'KAFKA_SSL', 'KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'];

describe('nearestName', () => {
  it.each([
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['KAFKA_BORKERS', 'KAFKA_BROKERS'],
    ['KAFKA_BOOTSTRAP_SERVERS', 'KAFKA_BROKERS'],
    ['KAFKA_USER', 'KAFKA_USERNAME'],
    ['KAFKA_SASL_USERNAME', 'KAFKA_USERNAME'],
    ['KAFKA_PASSWD', 'KAFKA_PASSWORD'],
    ['KAFKA_TLS', 'KAFKA_SSL'],
  ])('takes %s for %s', (wrong, meant) => {
    expect(nearestName(wrong, names)).toBe(meant);
  });

  it('prefers the whole word to a shorter one with fewer wrong letters', () => {
    expect(nearestName('CLICKHOUSE_USER', ['CLICKHOUSE_URL', 'CLICKHOUSE_USERNAME'])).toBe('CLICKHOUSE_USERNAME');
    expect(nearestName('CLICKHOUSE_DB', ['CLICKHOUSE_URL', 'CLICKHOUSE_DATABASE'])).toBe('CLICKHOUSE_DATABASE');
  });

  it.each([
    ['KAFKA_USER', 'KAFKA_USERNAME', true],
    ['KAFKA_BROKERLIST', 'KAFKA_BROKERS', true],
    ['KAFKA_PASSWD', 'KAFKA_PASSWORD', true],
    ['KAFKA_HOST', 'KAFKA_SSL', false],
    ['CLICKHOUSE_HOST', 'CLICKHOUSE_URL', false],
  ])('is like it or not: %s, %s: %s', (wrong, name, expected) => {
    expect(isLike(wrong, name)).toBe(expected);
  });

  it('has nothing to offer among no names', () => {
    expect(nearestName('KAFKA_BROKER', [])).toBeUndefined();
  });
});
