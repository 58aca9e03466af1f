import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formatAccountAddress } from '@tonriver/chain-model';
import { describePart, eventually } from '@tonriver/testing';
import { mintForAll } from '../pending/jetton-holders.ts';
import { watchTransfers } from '../pending/watch-transfers.ts';
import { runVerify } from '../run-verify.ts';
import { type DevnetProcess, senderTo, startTraffic } from './devnet-process.ts';
import { type LiveDevnet, startLiveDevnet } from './live-devnet.ts';
import type { LiveForm } from './live-form.ts';
import { createRoundReader } from './round-reader.ts';
import { untilSettled } from './until-settled.ts';

const PREPARATION_MS = 600_000;
const KILL_MS_MAX = 180_000;
const WAIT = { timeoutMs: 120_000 };
/** Accepted messages, and rounds that must come, between two kills. */
const ACCEPTED_PER_LIFE = 5;
const ROUNDS_PER_LIFE = 3;
const HOLDERS = 3;
/** A machine that is short of time shows a message later; none may leave before it is a finished one. */
const SHOWN_MS_MAX = 20_000;

/**
 * A devnet and its services as processes of their own, of which one after the other is killed while wallets send
 * through the gateway.
 */
export function describeLiveDevnet(kills: number): void {
  describePart('kafka', 'a devnet and the services that index it, each a process of its own', () => {
    describePart('redis', `of which ${kills} are killed under load`, () => {
      let live: LiveDevnet;
      let devnet: DevnetProcess;
      let form: LiveForm;
      beforeAll(async () => {
        live = await startLiveDevnet({ seed: 'live', wallets: 16, blockTimeMs: 400, shardsMin: 2 });
        ({ devnet, form } = live);
      }, PREPARATION_MS);
      afterAll(() => live?.stop(), PREPARATION_MS);

      /** The last round that the API serves; 0 while it serves none. */
      const watermark = async (): Promise<number> => {
        const response = await fetch(`${form.apiUrl}/api/v3/masterchainInfo`);
        const { last } = (await response.json()) as { readonly last?: { readonly seqno: number } };
        return last?.seqno ?? 0;
      };

      /** What the API answers; asked again while it has no time. */
      const answerOf = (path: string): Promise<{ readonly status: number; readonly text: string }> =>
        eventually(async () => {
          const response = await fetch(`${form.apiUrl}/api/v3/${path}`);
          const text = await response.text();
          if (response.status === 503 || response.status === 504) throw new Error(`${response.status} ${text}`);
          return { status: response.status, text };
        }, WAIT);

      it(
        'shows a transfer of jettons in one of both lists of each gateway until both have it as a finished one',
        async () => {
          const { length } = devnet.wallets;
          // The last wallets: the first ones are killed under, with numbers of their own.
          const holders = await mintForAll(form.apiUrl, devnet.wallets.slice(length - HOLDERS));
          for (const url of form.apiUrls) {
            const isKnown = async (path: string) => (await fetch(`${url}/api/v3/${path}`)).status === 200;
            const account = formatAccountAddress(devnet.wallets[0]!.address);
            await eventually(() => isKnown(`pendingActions?account=${account}`), WAIT);
            await eventually(() => isKnown('actions?limit=1'), WAIT);
          }
          const watch = watchTransfers(form.apiUrls, { graceMs: SHOWN_MS_MAX });
          for (const from of holders.wallets.keys()) {
            const to = holders.wallets[(from + 1) % HOLDERS]!.address;
            await eventually(async () => {
              const sent = await holders.transfer(from, to);
              if (!('hash' in sent)) throw new Error(`not taken: ${sent.status} ${sent.error}`);
              watch.add(sent);
              return true;
            }, WAIT);
          }
          await eventually(() => watch.unfinished().length === 0, WAIT);
          await watch.stop();
          expect(watch.gaps).toEqual([]);
          const shown = [...watch.seen.values()].map(({ pending, final }) => [pending?.finality, final?.finality]);
          expect(shown).toEqual(shown.map(() => [expect.stringMatching(/^(pending|finalized)$/), 'finalized']));
          const details = [...watch.seen.values()].map(({ pending }) => pending?.details);
          expect(details).toEqual([...watch.seen.values()].map(({ final }) => final?.details));
        },
        PREPARATION_MS,
      );

      it(
        'serves every message that was accepted, goes on after every kill, and stores a complete chain',
        async () => {
          const reader = createRoundReader(devnet);
          const seqnos: number[] = [];
          const accepted: string[] = [];
          const send = senderTo(form.apiUrl, devnet.wallets);
          const begin = () => startTraffic({ wallets: devnet.wallets, send }, { pauseMs: 400, seqnos });
          let traffic = begin();
          const untilAccepted = (): Promise<unknown> =>
            eventually(() => {
              const { accepted: taken, refused } = traffic;
              if (taken.length < ACCEPTED_PER_LIFE)
                throw new Error(`accepted ${taken.length}, refused ${refused.join(' ')}`);
              return true;
            }, WAIT);
          const victims = [devnet.process, ...form.services.toReversed()];
          for (let kill = 0; kill < kills; kill += 1) {
            await untilAccepted();
            await reader.readOn();
            const victim = victims[kill % victims.length]!;
            await victim.kill9();
            const before = await watermark().catch(() => 0);
            await victim.start();
            await eventually(async () => (await watermark()) >= before + ROUNDS_PER_LIFE, WAIT);
            await traffic.stop();
            accepted.push(...traffic.accepted);
            traffic = begin();
          }
          await untilAccepted();
          await traffic.stop();
          accepted.push(...traffic.accepted);

          const mined = await untilSettled(devnet, accepted);
          expect(mined.length).toBeGreaterThan(accepted.length / 2);
          const last = await reader.readAgain();
          expect(reader.conflicts).toEqual([]);
          await eventually(async () => (await watermark()) >= last, WAIT);
          const unserved: string[] = [];
          for (const hash of mined) {
            const { status, text } = await answerOf(
              `transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&limit=1`,
            );
            const { transactions } = JSON.parse(text) as { readonly transactions?: readonly unknown[] };
            if (transactions?.length !== 1) unserved.push(`${hash}: ${status} ${text}`);
          }
          expect(unserved).toEqual([]);
          // None of them ended by itself.
          expect(form.services.map(({ name, restarts }) => `${name} ${restarts}`)).toEqual(
            form.services.map(({ name }) => `${name} 0`),
          );
          const { code, text } = await runVerify({ url: live.clickHouse.url }, form.network);
          expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
        },
        PREPARATION_MS + kills * KILL_MS_MAX,
      );
    });
  });
}
