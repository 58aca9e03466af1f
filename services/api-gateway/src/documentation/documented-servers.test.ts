import { expect, it } from '@jest/globals';
import { documentedServers } from './documented-servers.ts';

const [main, test] = ['https://main.example', 'https://test.example'];

it.each([
  [{ name: 'mainnet', isTestnet: false }, { main: undefined, test: undefined }, ['/ Main network (this server)']],
  [
    { name: 'mainnet', isTestnet: false },
    { main, test },
    [`${main} Main network (this server)`, `${test} Test network`],
  ],
  [
    { name: 'testnet', isTestnet: true },
    { main, test },
    [`${test} Test network (this server)`, `${main} Main network`],
  ],
  [{ name: 'built', isTestnet: false }, { main: undefined, test: undefined }, ['/ Network "built" (this server)']],
])('the documents of %j with %j name their servers', (network, baseUrls, servers) => {
  const said = documentedServers(network, baseUrls).map(({ url, description }) => `${url} ${description}`);
  expect(said).toEqual(servers);
});
