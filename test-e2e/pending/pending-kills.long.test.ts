import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formatAccountAddress } from '@tonriver/chain-model';
import { describePart, eventually } from '@tonriver/testing';
import type { DevnetProcess } from '../devnet/devnet-process.ts';
import { type LiveDevnet, startLiveDevnet } from '../devnet/live-devnet.ts';
import type { LiveForm } from '../devnet/live-form.ts';
import { type JettonHolders, mintForAll } from './jetton-holders.ts';
import { type TransferWatch, watchTransfers } from './watch-transfers.ts';

/** Fewer with KILLS, for a first look. Services refuse to start with settings of theirs that they do not know. */
const KILLS = Number(process.env['KILLS'] ?? 30);
const HOLDERS = 8;
const PAUSE_MS = 1_000;
/** How long each life of all processes lasts, and how long the lists may lack a message when all are back. */
const LIFE_MS = 3_000;
const GRACE_MS = 2_000;
const PREPARATION_MS = 600_000;
const KILL_MS_MAX = 120_000;
const WAIT = { timeoutMs: 120_000, intervalMs: 100 };
/** What a gateway answers to a message that fits neither the newest state nor those that wait. */
const REFUSED = 500;

describePart('kafka', 'pending transfers while one process after the other is killed', () => {
  describePart('redis', `${KILLS} times`, () => {
    let live: LiveDevnet;
    let devnet: DevnetProcess;
    let form: LiveForm;
    let holders: JettonHolders;
    beforeAll(async () => {
      live = await startLiveDevnet({ seed: 'kills', wallets: HOLDERS, blockTimeMs: 400, shardsMin: 1 });
      ({ devnet, form } = live);
      holders = await mintForAll(form.apiUrl, devnet.wallets);
    }, PREPARATION_MS);
    afterAll(() => live?.stop(), PREPARATION_MS);

    const isServed = async (path: string): Promise<boolean> => {
      const statuses = await Promise.all(
        form.apiUrls.map(async (url) => (await fetch(`${url}/api/v3/${path}`)).status),
      );
      return statuses.every((status) => status === 200);
    };
    const untilServed = async (): Promise<void> => {
      await eventually(() => isServed(`pendingActions?ext_msg_hash=${'0'.repeat(64)}`), WAIT);
      await eventually(() => isServed('actions?limit=1'), WAIT);
    };

    /** Lets a wallet send, until it is stopped. A number whose answer did not come is sent again. */
    const sendOn = async (from: number, watch: TransferWatch, isStopped: () => boolean): Promise<void> => {
      while (!isStopped()) {
        await sleep(PAUSE_MS);
        const to = holders.wallets[(from + 1) % HOLDERS]!.address;
        const sent = await holders.transfer(from, to).catch(() => undefined);
        if (sent === undefined) continue;
        if ('hash' in sent) watch.add(sent);
        else if (sent.status === REFUSED) holders.skip(from);
      }
    };

    it(
      'every accepted one is in one of both lists of each gateway, but for the time that a process is away',
      async () => {
        await untilServed();
        let isCalm = true;
        let isStopped = false;
        const watch = watchTransfers(form.apiUrls, { graceMs: GRACE_MS, isCalm: () => isCalm });
        const sending = holders.wallets.map((_, from) => sendOn(from, watch, () => isStopped));
        const named = (name: string) => form.services.find((service) => service.name === name)!;
        const redis = {
          name: 'redis',
          kill9: () => live.redis.kill9(),
          start: () => live.redis.restart(),
        };
        const victims = [
          named('message-emulator'),
          redis,
          named('api-gateway'),
          named('action-classifier'),
          devnet.process,
        ];
        const gapsAfter = new Map<string, number>();
        await sleep(LIFE_MS);
        for (let kill = 0; kill < KILLS; kill += 1) {
          const victim = victims[kill % victims.length]!;
          isCalm = false;
          await victim.kill9();
          await victim.start();
          await untilServed();
          await sleep(GRACE_MS);
          const before = watch.gaps.length;
          isCalm = true;
          await sleep(LIFE_MS);
          gapsAfter.set(victim.name, (gapsAfter.get(victim.name) ?? 0) + watch.gaps.length - before);
        }
        isStopped = true;
        await Promise.all(sending);
        await eventually(() => watch.unfinished().length === 0, WAIT).catch(() => undefined);
        await watch.stop();
        const figures = { accepted: watch.seen.size, gapsAfter: [...gapsAfter], failures: [...watch.failures] };
        process.stderr.write(`kills: ${JSON.stringify(figures)}\n`);
        expect({ gaps: watch.gaps.slice(0, 20), unfinished: watch.unfinished() }).toEqual({ gaps: [], unfinished: [] });
        expect(watch.seen.size).toBeGreaterThan(KILLS);
        // Nothing is left over: what was predicted and did not come is gone.
        const accounts = holders.wallets.map(({ address }) => formatAccountAddress(address));
        const left = await Promise.all(
          form.apiUrls.flatMap((url) =>
            accounts.map(async (account) => (await fetch(`${url}/api/v3/pendingActions?account=${account}`)).json()),
          ),
        );
        expect(left).toMatchObject(left.map(() => ({ actions: [] })));
      },
      PREPARATION_MS + KILLS * KILL_MS_MAX,
    );
  });
});
