import { afterAll } from '@jest/globals';
import { openClickHouse } from '@tonriver/clickhouse';
import { describeStoreContract } from '@tonriver/clickhouse/testing';
import { type OpenPort, openPort } from './testing/open-port.ts';

// A server binary cannot be had everywhere: this service is the server of the contract, and any real one when its URL
// is
// given. Both are reached by the same adapter through `@clickhouse/client`.
const ports: OpenPort[] = [];
afterAll(async () => {
  for (const port of ports) await port.close();
});

describeStoreContract('server by URL (this service over the embedded engine)', async (database) => {
  const port = await openPort('elsewhere_test', { mode: 'full' });
  ports.push(port);
  return openClickHouse({ url: port.server.url, database });
});

const url = process.env['TONRIVER_CLICKHOUSE_URL'];
if (url !== undefined && url !== '') {
  describeStoreContract('server by URL (TONRIVER_CLICKHOUSE_URL)', (database) => openClickHouse({ url, database }));
}
