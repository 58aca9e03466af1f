import { afterAll } from '@jest/globals';
import { openClickHouse } from '@tonriver/clickhouse';
import { describeStoreContract } from '@tonriver/clickhouse/contract';
import { type OpenPort, openPort } from './testing/open-port.ts';

// Not every machine has a ClickHouse server, so this service is the server of the contract; a real server is used too
// when its URL is set. The same adapter reaches both through `@clickhouse/client`.
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
