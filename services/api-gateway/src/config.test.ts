import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@tonriver/config';
import { environmentHelp } from '@tonriver/config/testing';
import { apiGatewayEnvironment, apiGatewayProcess } from './config.ts';

const read = (values: Readonly<Record<string, string>> = {}) =>
  apiGatewayProcess(loadConfig(apiGatewayEnvironment, values));

describe('apiGatewayProcess', () => {
  it('needs no variable', () => {
    expect(read()).toMatchObject({
      network: { name: 'mainnet', isTestnet: false },
      clickHouse: { url: 'http://127.0.0.1:8123', database: 'ton_mainnet' },
      redisUrl: undefined,
      executor: undefined,
      gateway: {
        port: 8080,
        healthPort: undefined,
        baseUrls: { main: undefined, test: undefined },
        shutdownDrainMs: 5_000,
      },
    });
  });

  it('sets the test flag of addresses on the test network, and where it is configured', () => {
    const isTestnet = (values: Readonly<Record<string, string>>) => read(values).network.isTestnet;
    expect(isTestnet({ NETWORK: 'testnet' })).toBe(true);
    expect(isTestnet({ NETWORK: 'testnet', IS_TESTNET: 'false' })).toBe(false);
    expect(isTestnet({ NETWORK: 'mine', IS_TESTNET: 'true' })).toBe(true);
  });

  it('uses an executor when its URL is set', () => {
    expect(read({ GET_METHOD_EXECUTOR_URL: 'http://executor:8080', GET_METHOD_CALLS_MAX: '7' }).executor).toEqual({
      url: 'http://executor:8080',
      connectionsMax: 128,
      callsMax: 7,
      timeoutMs: 12_000,
    });
  });

  it('sends messages to a devnet when that is their target', () => {
    const url = 'http://devnet:8080';
    expect(read().messages).toBeUndefined();
    expect(read({ MESSAGE_TARGET: 'devnet', DEVNET_URL: url, MESSAGES_MAX: '5' }).messages).toEqual({
      url,
      timeoutMs: 10_000,
      messagesMax: 5,
    });
    expect(() => read({ MESSAGE_TARGET: 'devnet' })).toThrow(/DEVNET_URL: is required/);
    expect(() => read({ DEVNET_URL: url })).toThrow(/DEVNET_URL: is for MESSAGE_TARGET=devnet/);
  });

  it.each([
    ['NETWORK', 'Main net'],
    ['LOOK_UP_KEYS_MAX', '1001'],
    ['WATERMARK_POLL_MS', '251'],
    ['BASE_URL', 'nowhere'],
    ['QUERIES_MAX', '0'],
    ['HTTP_HEALTH_PORT', '8080'],
    ['MESSAGE_TARGET', 'mainnet'],
  ])('refuses %s=%s under its name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(name));
  });

  it('describes every variable', () => {
    const lines = environmentHelp('api-gateway', '', apiGatewayEnvironment).split('\n');
    for (const name of Object.keys(apiGatewayEnvironment.shape)) {
      expect(lines.find((line) => line.trimStart().startsWith(`${name} `))).toMatch(/^ {2}[A-Z_]+ +[a-zA-Z]/);
    }
  });
});
