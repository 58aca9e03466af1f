import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type BuiltStandalone, startBuiltStandalone } from './built-standalone.ts';
import { quantile, timesOfRequests } from './latency.ts';

// The API and the read-only ClickHouse port of one `npm start`, both under load at the same time.

let standalone: BuiltStandalone;
beforeAll(async () => {
  standalone = await startBuiltStandalone(40);
}, 300_000);
afterAll(() => standalone.stop());

/** Statements that keep the processor or the memory before they run, and heavy ones that are permitted. */
const statements = [
  "SELECT arrayMap(i -> editDistance(repeat('a', 60000), repeat('b', 60000 + i)), range(10))",
  'SELECT arraySort(range(50000000))',
  'SELECT sum(sipHash64(number)) FROM numbers(1e12)',
  'SELECT groupArray(number) FROM numbers(1e10)',
  'SELECT * FROM transactions AS a, transactions AS b, transactions AS c FORMAT JSONEachRow',
  'SELECT number, repeat(toString(number), 100) FROM numbers(5000000) FORMAT TSV',
  'SELECT count(), sum(cityHash64(*)) FROM transactions AS a, messages AS b GROUP BY a.account ORDER BY 1',
  "SELECT * FROM messages WHERE toString(value) LIKE '%7%' FORMAT JSON",
];

/** Clients that send statements until they are stopped; some leave before the answer. */
async function strangers(howMany: number, signal: AbortSignal): Promise<number> {
  let asked = 0;
  const stranger = async (first: number): Promise<void> => {
    for (let index = first; !signal.aborted; index++) {
      asked += 1;
      const patience = AbortSignal.timeout(index % 3 === 0 ? 300 : 20_000);
      const body = statements[index % statements.length] ?? '';
      const url = `http://127.0.0.1:${standalone.clickHousePort}/`;
      try {
        const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.any([patience, signal]) });
        for await (const _ of response.body ?? []);
      } catch (error) {
        // Broken off by the port, or left by this side: both are part of the attempt.
        if (!(error instanceof Error) && !isAbort(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: howMany }, (_, index) => stranger(index)));
  return asked;
}

async function messageHashes(): Promise<readonly string[]> {
  const body = `SELECT DISTINCT lower(hex(hash)) FROM ${standalone.database}.messages LIMIT 200`;
  const response = await fetch(`http://127.0.0.1:${standalone.clickHousePort}/`, { method: 'POST', body });
  return (await response.text()).trim().split('\n');
}

const isAbort = (error: unknown): boolean => typeof error === 'object' && error !== null && 'name' in error;

it('the p99 of the API under load on the ClickHouse port is at most three times that of a quiet run', async () => {
  const path = `${standalone.apiUrl}/api/v3`;
  const hashes = await messageHashes();
  const urls = hashes.flatMap((hash, index) => [
    `${path}/transactionsByMessage?msg_hash=${hash}`,
    `${path}/masterchainBlockShards?seqno=${(index % 30) + 1}&limit=100`,
  ]);
  const load = { clients: 2, milliseconds: 20_000 };
  await timesOfRequests(urls, { clients: 2, milliseconds: 5000 });
  const quietBefore = await timesOfRequests(urls, load);
  const controller = new AbortController();
  const busy = strangers(6, controller.signal);
  const attacked = await timesOfRequests(urls, { clients: 2, milliseconds: 45_000 });
  controller.abort();
  const asked = await busy;
  const quietAfter = await timesOfRequests(urls, load);
  const quiet = Math.max(quantile(quietBefore, 0.99), quantile(quietAfter, 0.99));
  const during = quantile(attacked, 0.99);
  const figures = {
    quietP50: quantile([...quietBefore, ...quietAfter], 0.5),
    quietP99: quiet,
    attackedP50: quantile(attacked, 0.5),
    attackedP99: during,
    attackedMax: Math.max(...attacked),
    requests: [quietBefore.length, attacked.length, quietAfter.length],
    asked,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(asked).toBeGreaterThan(10);
  expect(during).toBeLessThanOrEqual(3 * quiet);
}, 300_000);
