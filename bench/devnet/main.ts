// `npm run bench:devnet`: a local chain as `npm start` runs it, under a load of transfers and requests: is everything
// mined, served in time, and answered?
import { commandLineOptionsOrExit } from '@tonriver/config';
import { temporaryDirectory } from '@tonriver/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../measure.ts';
import { numberOptions } from '../number-options.ts';
import { writeFigures } from '../write-figures.ts';
import { sampleActionsLag } from './actions-lag.ts';
import { endpointCosts } from './endpoint-costs.ts';
import { sendLoopingMessages } from './looping-contract.ts';
import { askEndpoints, pathsOf, type RequestFigures } from './requests.ts';
import { watchMadeRounds } from './made-rounds.ts';
import { sampleServedTimes, untilServed } from './served-times.ts';
import { startServedNetwork } from './served-network.ts';
import { RECIPIENTS_MAX, startTransfers } from './transfers.ts';

const values = commandLineOptionsOrExit(
  'npm run bench:devnet --',
  'Loads a local chain with transfers while its API is asked, and prints how it keeps up.',
  {
    quiet: { value: 'N', description: 'Seconds of requests alone, before transfers and before loops (default: 30)' },
    seconds: { value: 'N', description: 'How long the transfers last (default: 300)' },
    messages: { value: 'N', description: 'Messages a second from outside (default: 35)' },
    recipients: { value: 'N', description: 'Wallets that each message pays, 1 to 4 (default: 2)' },
    requests: { value: 'N', description: 'Requests a second to the API (default: 50)' },
    wallets: { value: 'N', description: 'Wallets that send (default: 200)' },
    shards: { value: 'N', description: 'Least number of shards: 1, 2 or 4 (default: 2)' },
    each: { value: 'N', description: 'Then so many requests of each endpoint, to tell what one costs (default: 0)' },
    looping: { value: 'N', description: 'Messages to contracts that loop, afterwards (default: 1000)' },
    json: { value: 'FILE', description: 'Also writes the figures to this file, as JSON' },
  },
  process.argv.slice(2),
);
const numbers = numberOptions<keyof typeof values>(values, 'npm run bench:devnet');
const quietSeconds = numbers.one('quiet', 30);
const seconds = numbers.one('seconds', 300);
// With two recipients these are 105 transactions a second, a third of them of messages from outside.
const messagesPerSecond = numbers.one('messages', 35);
const recipients = numbers.one('recipients', 2);
if (recipients > RECIPIENTS_MAX) {
  console.error(`--recipients: at most ${RECIPIENTS_MAX}, which is what a wallet sends with one message.`);
  process.exit(1);
}
const requestsPerSecond = numbers.one('requests', 50);
const each = numbers.one('each', 0, 0);
const looping = numbers.one('looping', 1_000, 0);

const figures: Record<string, number> = {};
const tell = (name: string, value: number, digits = 0): void => {
  figures[name] = value;
  console.log(`  ${name.padEnd(58)}${value.toFixed(digits).padStart(12)}`);
};
const tellRequests = (when: string, { latenciesMs, statuses, failures }: RequestFigures): void => {
  tell(`${when}: requests`, latenciesMs.length);
  tell(`${when}: requests, p50 ms`, percentile(latenciesMs, 0.5), 1);
  tell(`${when}: requests, p99 ms`, percentile(latenciesMs, 0.99), 1);
  for (const [status, count] of [...statuses].toSorted(([left], [right]) => left - right)) {
    tell(`${when}: answers with status ${status}`, count);
  }
  for (const failure of failures) console.log(`    ${failure}`);
};
const tellTimes = (name: string, times: readonly number[]): void => {
  for (const share of [0.5, 0.95, 0.99]) tell(`${name}, p${share * 100} ms`, percentile(times, share));
};

const folder = temporaryDirectory();
const network = await startServedNetwork({
  directory: folder.path,
  wallets: numbers.one('wallets', 200),
  shards: numbers.one('shards', 2),
});
try {
  const quiet = AbortSignal.timeout(quietSeconds * 1_000);
  tellRequests('quiet', await askEndpoints(network, requestsPerSecond, { taken: [], signal: quiet }));

  const cpuBeforeMs = network.cpuMs();
  const loaded = AbortSignal.timeout(seconds * 1_000);
  const transfers = startTransfers(network, { perSecond: messagesPerSecond, recipients }, loaded);
  const { taken } = transfers;
  const { madeAtMs, intervalsMs, done: watched } = watchMadeRounds(network, loaded);
  const [requests, served, lagMs] = await Promise.all([
    askEndpoints(network, requestsPerSecond, { taken, signal: loaded }),
    sampleServedTimes(network, { taken, madeAtMs }, loaded),
    sampleActionsLag(network, loaded),
    watched,
    transfers.done,
  ]);
  tell('load: processors', (network.cpuMs() - cpuBeforeMs) / 1_000 / seconds, 2);
  tell('load: messages taken', taken.length);
  tell('load: messages not taken', transfers.refusedCount);
  tellRequests('load', requests);
  const { times } = served;
  tellTimes(
    'load: message taken to transaction served',
    times.map((one) => one.sinceTakenMs),
  );
  tellTimes(
    'load: block made to transaction served',
    times.flatMap(({ sinceMadeMs }) => (sinceMadeMs === undefined ? [] : [sinceMadeMs])),
  );
  tellTimes(
    'load: second of its block to transaction served',
    times.map((one) => one.sinceBlockTimeMs),
  );
  tell('load: expired among those that were looked for', served.expiredCount);
  tellTimes('load: round made after round', intervalsMs);
  tellTimes('load: actions behind the watermark', lagMs);
  const last = taken.at(-1);
  const backlog = last === undefined ? undefined : await untilServed(network, last);
  if (backlog !== undefined) tell('load: backlog at the end, ms', backlog.sinceTakenMs);
  await tellTransactions();

  for (const { name, cpuMs, statuses } of each > 0 ? await endpointCosts(network, pathsOf(network, taken), each) : []) {
    tell(`${name}, processor ms`, cpuMs, 1);
    if (statuses.get(200) !== each) console.log(`    statuses: ${JSON.stringify([...statuses])}`);
  }

  if (looping > 0) {
    await untilNothingWaits();
    // Those beside loops are compared with these: before the load they were about a chain with hardly any rows.
    const calm = AbortSignal.timeout(quietSeconds * 1_000);
    tellRequests('quiet again', await askEndpoints(network, requestsPerSecond, { taken, signal: calm }));
    const looped = new AbortController();
    const made = watchMadeRounds(network, looped.signal);
    const measured = askEndpoints(network, requestsPerSecond, { taken, signal: looped.signal });
    tell('looping: messages taken', await sendLoopingMessages(network, looping, transfers.seqnos));
    await untilNothingWaits();
    looped.abort();
    const answers = await measured;
    await made.done;
    tellRequests('looping', answers);
    tellTimes('looping: round made after round', made.intervalsMs);
  }
  if (typeof values.json === 'string') writeFigures(values.json, figures);
} finally {
  await network.stop();
  folder.remove();
}

/** What the chain has, by its stored rows. */
async function tellTransactions(): Promise<void> {
  const [row = []] = await network.query(
    `SELECT count(), countIf(descr = 'ord'), uniqExact(block_shard) FROM transactions FINAL WHERE workchain = 0`,
  );
  const [all, , shards] = row.map(Number);
  const [[external = '0', crossing = '0'] = []] = await network.query(
    `SELECT countIf(kind = 'external_in'), countIf(kind = 'internal' AND sender.block_shard != receiver.block_shard)
     FROM (SELECT * FROM messages FINAL WHERE direction = 'in' AND workchain = 0) AS message
     LEFT JOIN (SELECT account, lt, block_shard FROM transactions FINAL WHERE workchain = 0) AS receiver
       ON message.account = receiver.account AND message.lt = receiver.lt
     LEFT JOIN (SELECT hash, any(account) AS source, any(lt) AS sent_lt FROM messages FINAL
                WHERE direction = 'out' AND workchain = 0 GROUP BY hash) AS sent ON message.hash = sent.hash
     LEFT JOIN (SELECT account, lt, block_shard FROM transactions FINAL WHERE workchain = 0) AS sender
       ON sent.source = sender.account AND sent.sent_lt = sender.lt`,
  );
  tell('load: transactions of the basechain', all ?? 0);
  tell('load: shards', shards ?? 0);
  tell('load: share of external messages', Number(external) / (all ?? 1), 2);
  tell('load: share across shards', Number(crossing) / (all ?? 1), 2);
}

/** Waits until every external message is in a block or has expired, and the chain has been still for some rounds. */
async function untilNothingWaits(): Promise<void> {
  for (let still = 0; still < 5; ) {
    const { json } = await network.get('/devnet/status');
    still = json['waiting_messages'] === 0 ? still + 1 : 0;
    await sleep(1_000);
  }
}
