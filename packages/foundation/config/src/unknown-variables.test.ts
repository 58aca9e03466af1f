import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { settings } from './generated/settings.ts';
import {
  clickHouseSettings,
  kafkaSettings,
  loadCommandEnvironment,
  loadEnvironment,
  processSettings,
} from './index.ts';
import { unknownVariables } from './unknown-variables.ts';

const schema = z.object({ ...kafkaSettings, ...clickHouseSettings, ...processSettings });
const ownNames = Object.keys(schema.shape);
const names = [...new Set(settings.map(({ name }) => name))];
const find = (environment: Readonly<Record<string, string>>) => unknownVariables(environment, ownNames);
const problems = (environment: Readonly<Record<string, string>>) => find(environment)?.problems;

describe('an unknown variable that begins like a setting', () => {
  it.each([
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['CLICKHOUSE_USER', 'CLICKHOUSE_USERNAME'],
    ['SHUTDOWN_GRACE', 'SHUTDOWN_GRACE_MS'],
    // Of other programs, because this one has none that begins so.
    ['TVM_WORKER', 'TVM_WORKERS'],
    ['GET_METHOD_URL', 'GET_METHOD_EXECUTOR_URL'],
    ['ARCHIVE_DIRECTORY', 'ARCHIVE_PATHS'],
    ['REDIS_HOST', 'REDIS_URL'],
    ['TONRIVER_COMIT', 'TONRIVER_COMMIT'],
  ])('is refused: %s, with the question whether %s was meant', (wrong, meant) => {
    expect(problems({ [wrong]: 'x' })).toEqual([`${wrong}: is no setting of Tonriver; did you mean ${meant}?`]);
  });

  it('is refused with every setting that begins so when none is like it', () => {
    const own = ownNames.filter((name) => name.startsWith('KAFKA_')).join(', ');
    expect(problems({ KAFKA_HOST: 'a' })).toEqual([`KAFKA_HOST: is no setting of Tonriver; there are ${own}`]);
    expect(problems({ CLICKHOUSE_HOST: 'a' })).toEqual([expect.stringContaining('; there are CLICKHOUSE_URL, ')]);
  });

  it('is refused with all other problems at once, and how to start without it', () => {
    const load = () => loadEnvironment(schema, { KAFKA_BROKER: 'a:9092', REDIS_HOST: 'redis', HTTP_PORT: 'eighty' });
    expect(load).toThrow(
      [
        'The configuration is wrong:',
        '  KAFKA_BROKERS: is required',
        '  HTTP_PORT: is not a number',
        '  KAFKA_BROKER: is no setting of Tonriver; did you mean KAFKA_BROKERS?',
        '  REDIS_HOST: is no setting of Tonriver; did you mean REDIS_URL?',
        'If another program needs them, start Tonriver without: env -u KAFKA_BROKER -u REDIS_HOST COMMAND',
      ].join('\n'),
    );
  });

  it('is refused without its value, which may be a secret', () => {
    expect(JSON.stringify(find({ CLICKHOUSE_PASSWD: 'hunter2' }))).not.toContain('hunter2');
  });

  it('is passed over when it is empty, as every variable that counts as not set', () => {
    expect(find({ KAFKA_BROKER: '' })).toBeUndefined();
  });

  it('is refused by a command with options only when it begins like a variable of that command', () => {
    const own = z.object({ TONRIVER_DATA: z.string().optional() });
    expect(loadCommandEnvironment(own, { KAFKA_BROKER: 'a:9092', CLICKHOUSE_HOST: 'b' })).toEqual({});
    expect(() => loadCommandEnvironment(own, { TONRIVER_DATE: 'x' })).toThrow(/TONRIVER_DATE: .*TONRIVER_DATA\?/);
  });
});

describe('variables of others', () => {
  it.each([
    ['KAFKA_HOME', 'KAFKA_OPTS', 'KAFKA_HEAP_OPTS', 'KAFKA_JVM_PERFORMANCE_OPTS', 'REDISCLI_AUTH', 'TVM_HOME'],
    [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'LOG_FORMAT',
      'NODE_ENV',
      'NODE_EXTRA_CA_CERTS',
      'IS_DOCKER',
      'PATH',
      'TONE',
      'TOKEN',
    ],
    ['MEMORY_LIMIT', 'REQUEST_METHOD', 'GAS_PRICE', 'BASE_PATH', 'SOURCE_DATE_EPOCH', 'FROM_ADDRESS', 'TO_ADDRESS'],
  ])('are passed over: %s, %s, %s, …', (...others) => {
    expect(find(Object.fromEntries(others.map((name) => [name, 'x'])))).toBeUndefined();
  });
});

describe('variables that Kubernetes made of a Service', () => {
  const links = {
    KAFKA_SERVICE_HOST: '10.0.0.1',
    KAFKA_SERVICE_PORT: '9092',
    KAFKA_SERVICE_PORT_CLIENT: '9092',
    KAFKA_PORT: 'tcp://10.0.0.1:9092',
    KAFKA_PORT_9092_TCP: 'tcp://10.0.0.1:9092',
    KAFKA_PORT_9092_TCP_PROTO: 'tcp',
    KAFKA_PORT_9092_TCP_PORT: '9092',
    KAFKA_PORT_9092_TCP_ADDR: '10.0.0.1',
  };

  it('are refused in one line for each Service, with the setting of the pod that ends them', () => {
    expect(find({ ...links, CLICKHOUSE_PORT_8123_TCP_ADDR: '10.0.0.2', REDIS_SERVICE_HOST: '10.0.0.3' })).toEqual({
      problems: [
        'CLICKHOUSE_PORT_8123_TCP_ADDR: was set by Kubernetes for its Service clickhouse; set enableServiceLinks: false in the pod',
        'KAFKA_PORT: was set by Kubernetes for its Service kafka (and 7 more); set enableServiceLinks: false in the pod',
        'REDIS_SERVICE_HOST: was set by Kubernetes for its Service redis; set enableServiceLinks: false in the pod',
      ],
      advice: '',
    });
  });

  it('are recognized when they have the name of a setting', () => {
    expect(problems({ HTTP_PORT: 'tcp://10.0.0.1:80' })).toEqual([expect.stringContaining('Service http;')]);
    expect(find({ HTTP_PORT: '8080' })).toBeUndefined();
  });

  it('are told from a variable that somebody set', () => {
    expect(problems({ KAFKA_PORT: '9092' })).toEqual([expect.stringContaining('is no setting of Tonriver')]);
  });

  it('are refused for a Service of several words', () => {
    expect(problems({ TONRIVER_API_GATEWAY_SERVICE_HOST: '10.0.0.1' })).toEqual([
      expect.stringContaining('Service tonriver-api-gateway;'),
    ]);
  });
});

describe('settings', () => {
  it('of any program are refused by none', () => {
    const environments = fc.dictionary(fc.constantFrom(...names), fc.stringMatching(/^[a-z0-9]{1,9}$/));
    const programs = fc.subarray(names);
    fc.assert(
      fc.property(environments, programs, (environment, own) => {
        expect(unknownVariables(environment, own)).toBeUndefined();
      }),
    );
  });

  it('are refused with one letter more behind them, when they begin like one of ours', () => {
    const long = fc.constantFrom(...names.filter((name) => /^(KAFKA|CLICKHOUSE|TVM|RAW|SHUTDOWN)_/.test(name)));
    fc.assert(
      fc.property(long, fc.stringMatching(/^[A-Z]$/), (name, letter) => {
        const wrong = `${name}${letter}`;
        fc.pre(!names.includes(wrong));
        expect(problems({ [wrong]: 'x' })).toEqual([expect.stringContaining(`; did you mean ${name}?`)]);
      }),
    );
  });
});
