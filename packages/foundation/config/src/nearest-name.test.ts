import { describe, expect, it } from '@jest/globals';
import { nearestName } from './nearest-name.ts';

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

  it('has nothing to offer among no names', () => {
    expect(nearestName('KAFKA_BROKER', [])).toBeUndefined();
  });
});
