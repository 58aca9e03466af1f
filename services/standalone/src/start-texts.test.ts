import { describe, expect, it } from '@jest/globals';
import { startTexts } from './start-texts.ts';

const parts = { network: 'devnet', apiPort: 8081, clickHousePort: 8124, dataDirectory: '/data' };
const devnet = { faucetAddress: '0:FA', wallets: [{ address: '0:AB', secretSeed: '1234' }] };

describe('the texts of a start', () => {
  it('have the address of the API, a faucet call and the wallets of a devnet', () => {
    const { fields, forTerminal } = startTexts({ ...parts, host: '127.0.0.1', devnet });
    const faucet = `curl -X POST http://127.0.0.1:8081/devnet/faucet -d '{"address":"0:AB","amount":10}'`;
    expect(fields).toMatchObject({ api: 'http://127.0.0.1:8081/api/v3/index.html', faucet });
    expect(fields['wallets']).toEqual([{ address: '0:AB', keySeed: '1234' }]);
    for (const text of [
      faucet,
      'http://127.0.0.1:8081/toncenter',
      'http://127.0.0.1:8081/ (for a browser)',
      '0:AB',
      '1234',
    ])
      expect(forTerminal).toContain(text);
  });

  it('call the faucet on this machine when the API listens on all addresses', () => {
    expect(startTexts({ ...parts, host: '::', devnet }).forTerminal).toContain('curl -X POST http://127.0.0.1:8081/');
    expect(startTexts({ ...parts, host: '::1', devnet }).forTerminal).toContain('curl -X POST http://[::1]:8081/');
  });

  it('name no faucet for another source', () => {
    const { fields, forTerminal } = startTexts({ ...parts, host: '127.0.0.1', devnet: undefined });
    expect([Object.keys(fields), forTerminal.includes('curl')]).toEqual([
      ['network', 'explorer', 'api', 'clickHouse', 'dataDirectory'],
      false,
    ]);
  });
});
