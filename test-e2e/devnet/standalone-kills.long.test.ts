import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { runVerify } from '../run-verify.ts';
import { senderTo, startTraffic } from './devnet-process.ts';
import { createRoundReader, type RoundReaderOptions } from './round-reader.ts';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';
import { untilSettled } from './until-settled.ts';

/** Fewer with KILLS, for a first look. */
const KILLS = Number(process.env['KILLS'] ?? 50);
const WALLETS = 16;
const SEED = 'kills';
const PAUSE_MS = 400;
/** Between two kills. */
const ACCEPTED_PER_LIFE = 5;
const ROUNDS_PER_LIFE = 3;
const KILL_MS_MAX = 180_000;
const CHECK_MS_MAX = 900_000;
const WAIT = { timeoutMs: 120_000, intervalMs: 200 };

const folder = temporaryDirectory();
const dataDirectory = join(folder.path, 'data');

describe(`a devnet with its index in one process, which is killed ${KILLS} times under load`, () => {
  const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`${SEED}/wallet/${index}`));
  const accepted: string[] = [];
  const seqnos: number[] = [];
  const heads: number[] = [];
  let standalone: StandaloneProcess;
  let reader: ReturnType<typeof createRoundReader>;

  /** What is served; asked again while there is no time for it, or the process begins. */
  const answerOf = <Answer>(path: string): Promise<Answer> =>
    eventually(async () => {
      const { status, json } = await standalone.get(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
      return json as unknown as Answer;
    }, WAIT);
  const lastSeqno = async (): Promise<number> => {
    const { last } = await answerOf<{ readonly last: { readonly seqno: number } }>('/api/v3/masterchainInfo');
    return last.seqno;
  };
  const blocksOf: RoundReaderOptions['blocksOf'] = async (seqno) => {
    const path = `/api/v3/blocks?mc_seqno=${seqno}&limit=100`;
    return (await answerOf<{ readonly blocks: Awaited<ReturnType<typeof blocksOf>> }>(path)).blocks;
  };
  const begin = () => startTraffic({ wallets, send: senderTo(standalone.url, wallets) }, { pauseMs: PAUSE_MS, seqnos });

  beforeAll(async () => {
    const words = ['--seed', SEED, '--wallets', String(WALLETS), '--shards-min', '2', '--no-idle'];
    standalone = await startStandaloneProcess(dataDirectory, words);
    reader = createRoundReader({ lastSeqno, blocksOf });
  }, 300_000);
  afterAll(async () => {
    await standalone?.process.stop();
    folder.remove();
  }, 60_000);

  it(
    'never shows another block of an id, and tells of every message that it accepted',
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const traffic = begin();
        try {
          await eventually(() => traffic.accepted.length >= ACCEPTED_PER_LIFE, WAIT);
          await reader.readOn();
          // At another moment of a round each time.
          await sleep((kill * 137) % 800);
          await standalone.process.kill9();
        } finally {
          await traffic.stop();
        }
        accepted.push(...traffic.accepted);
        await standalone.process.start();
        heads.push(await lastSeqno());
        await eventually(async () => (await lastSeqno()) >= heads.at(-1)! + ROUNDS_PER_LIFE, WAIT);
      }
      const mined = await untilSettled({ get: answerOf }, accepted);
      expect(mined.length).toBeGreaterThan(accepted.length / 2);
      await reader.readAgain();
      expect(reader.conflicts).toEqual([]);
      expect(heads).toEqual(heads.toSorted((one, other) => one - other));
      const unserved: string[] = [];
      for (const hash of mined) {
        const path = `/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&limit=1`;
        const isServed = async () =>
          (await answerOf<{ readonly transactions: readonly unknown[] }>(path)).transactions.length === 1;
        await eventually(isServed, WAIT).catch(() => unserved.push(hash));
      }
      expect(unserved).toEqual([]);
      process.stderr.write(`kills: ${accepted.length} accepted, ${mined.length} mined, ${reader.seen.size} blocks\n`);
    },
    KILLS * KILL_MS_MAX + CHECK_MS_MAX,
  );

  it(
    'stores a complete chain, as verify proves with all cells',
    async () => {
      await standalone.process.stop();
      const { code, text } = await runVerify({ dataDirectory }, 'devnet');
      expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
    },
    CHECK_MS_MAX,
  );
});
