import { afterAll, describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { loadBlock, storeConfigParameter } from '@tonriver/chain-model';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { temporaryDirectory } from '@tonriver/testing';
import type { MadeRound } from './make-round.ts';
import { type Devnet, type DevnetConfig, openDevnet } from './open-devnet.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

const GENESIS = 1_700_000_000;
const config: DevnetConfig = {
  directory: folder.path,
  network: { seed: 'test', globalId: -777, genesisTime: GENESIS, shardsMin: 1, shardsMax: 2, walletCount: 3 },
  genesisFile: null,
  blockTimeMs: 0,
  idle: null,
  keptRoundsMax: null,
  exportDirectory: null,
  logFile: null,
  hasDemo: false,
  stateRoundsMax: 10,
  queueMessagesMax: 10,
  queueMessagesPerAccountMax: 3,
  waitingSecondsMax: 600,
  tvmWorkers: 1,
  tvmWallTimeMs: 20_000,
  tvmMemoryMbMax: 512,
  ignoreSignatures: false,
};
const [wallet] = [createWallet('test/wallet/0')];
const stranger = { workchain: 0, hash: new Uint8Array(32).fill(9) };
const transfer = (seqno: number, validUntil = 2 ** 32 - 1): Uint8Array =>
  writeBag([wallet!.transfer({ seqno, validUntil, to: stranger, amount: 1_000_000_000n, bounce: false })]);

/** Opens a devnet, does some work, and closes it. */
async function withDevnet<Result>(
  changes: Partial<DevnetConfig>,
  work: (devnet: Devnet, made: MadeRound[]) => Promise<Result>,
): Promise<Result> {
  const made: MadeRound[] = [];
  const devnet = await openDevnet({ ...config, ...changes }, (round) => made.push(round));
  const stop = new AbortController();
  const running = devnet.run(stop.signal);
  try {
    return await work(devnet, made);
  } finally {
    stop.abort();
    await running;
    await devnet.close();
  }
}

describe('a devnet', () => {
  it('numbers what its faucet sends right while rounds are made and stored', async () => {
    const directory = temporaryDirectory();
    const bounds = { directory: directory.path, queueMessagesMax: 1_000, queueMessagesPerAccountMax: 1_000 };
    try {
      await withDevnet(bounds, async (devnet) => {
        let given = 0;
        for (let round = 0; round < 20; round += 1) {
          let isMade = false;
          const making = devnet.makeRounds(1).then(() => {
            isMade = true;
          });
          do {
            await devnet.give(stranger, 1_000_000n);
            given += 1;
          } while (!isMade);
          await making;
        }
        expect(given).toBeGreaterThan(20);
      });
    } finally {
      directory.remove();
    }
  }, 120_000);

  it('takes messages behind those that wait, refuses others with the reason, and mines them in order', async () => {
    await withDevnet({}, async (devnet) => {
      await devnet.makeRounds(2);
      const sent = [];
      for (const seqno of [0, 1]) sent.push(await devnet.send(transfer(seqno)));
      // No round up to the newest can have them.
      expect(sent.map(({ afterSeqno }) => afterSeqno)).toEqual([2, 2]);
      const refused = expect.objectContaining({
        code: 'message_refused',
        message: expect.stringContaining('exitcode=33'),
      });
      await expect(devnet.send(transfer(7))).rejects.toEqual(refused);
      // Sent again, it is the same message, and a round may have it by now.
      const { hash, normalisedHash } = sent[1]!;
      expect(await devnet.send(transfer(1))).toEqual({ hash, normalisedHash });
      expect(devnet.status().waitingMessages).toBe(2);
      sent.push(await devnet.send(transfer(2)));
      await expect(devnet.send(transfer(3))).rejects.toMatchObject({ code: 'overloaded', isRetryable: true });
      await devnet.makeRounds(1);
      const states = sent.map(({ hash }) => devnet.message(hash)?.state);
      expect(states.map((state) => state?.kind)).toEqual(['mined', 'mined', 'mined']);
      expect(devnet.status().waitingMessages).toBe(0);
    });
  }, 120_000);

  it('goes on after a restart with the messages that waited, and tells of those before', async () => {
    const { hash, head } = await withDevnet({}, async (devnet) => {
      return { hash: (await devnet.send(transfer(3))).hash, head: devnet.status().seqno };
    });
    await withDevnet({}, async (devnet, made) => {
      expect(devnet.status()).toMatchObject({ seqno: head, waitingMessages: 1 });
      expect(devnet.message(hash)?.state).toEqual({ kind: 'queued' });
      await devnet.makeRounds(1);
      expect(made.map(({ seqno }) => seqno)).toEqual([head + 1]);
      expect(devnet.message(hash)?.state.kind).toBe('mined');
    });
  }, 120_000);

  it('says why a message that was accepted comes into no block', async () => {
    await withDevnet({}, async (devnet) => {
      const validUntil = devnet.status().now + 100;
      const { hash } = await devnet.send(transfer(4, validUntil));
      await devnet.advanceClock(200);
      await devnet.makeRounds(1);
      expect(devnet.message(hash)?.state).toMatchObject({
        kind: 'expired',
        code: 'not_accepted',
        reason: expect.stringContaining('exitcode=36'),
      });
      const late = await devnet.send(transfer(4));
      await devnet.advanceClock(config.waitingSecondsMax + 1);
      await devnet.makeRounds(1);
      expect(devnet.message(late.hash)?.state).toMatchObject({ kind: 'expired', code: 'waited_too_long' });
    });
  }, 120_000);

  it('keeps its clock ahead after a restart, and gives from its faucet', async () => {
    await withDevnet({}, async (devnet) => {
      expect(devnet.status().clockAheadSeconds).toBe(200 + config.waitingSecondsMax + 1);
      const gifts = await Promise.all([1n, 2n, 3n].map((amount) => devnet.give(stranger, amount * 1_000_000_000n)));
      await devnet.makeRounds(1);
      expect(gifts.map(({ hash }) => devnet.message(hash)?.state.kind)).toEqual(['mined', 'mined', 'mined']);
    });
  }, 120_000);

  it('changes its configuration by a message, and refuses a change with which it could not go on', async () => {
    await withDevnet({}, async (devnet, made) => {
      const boc = writeBag([storeConfigParameter(14, { masterchainBlockFee: 5n, basechainBlockFee: 7n })]);
      const { hash } = await devnet.changeConfig(14, boc);
      await expect(devnet.changeConfig(14, boc)).rejects.toMatchObject({ code: 'overloaded' });
      await devnet.makeRounds(2);
      expect(devnet.message(hash)?.state.kind).toBe('mined');
      const isKey = made.map(({ blocks }) => loadBlock(Bag.parse(blocks[0]!.boc)).info.keyBlock);
      expect(isKey).toEqual([true, false]);
      // Of a form that is not known, a value is taken as it is.
      await devnet.changeConfig(-5, boc);
      await devnet.makeRounds(1);
      const gas = { gasLimit: 0n, specialGasLimit: 0n, gasCredit: 0n, blockGasLimit: 0n, gasPrice: 1n };
      const none = { ...gas, freezeDueLimit: 0n, deleteDueLimit: 0n, flat: null };
      const refused: readonly [number, Uint8Array, string, RegExp][] = [
        [0, boc, 'bad_config', /cannot be moved/],
        [14, writeBag([new CellBuilder().storeUint(1, 8).endCell()]), 'bad_config', /./],
        [8, writeBag([storeConfigParameter(8, { version: 13, capabilities: 1n })]), 'bad_config', /cannot do this/],
        [8, writeBag([storeConfigParameter(8, { version: 14, capabilities: 0x6en })]), 'bad_config', /12 or 13/],
        [20, writeBag([storeConfigParameter(20, none)]), 'bad_config', /not be executed/],
        [14, Uint8Array.of(1, 2, 3), 'bad_bag', /./],
      ];
      for (const [parameter, value, code, message] of refused) {
        const error = expect.objectContaining({ code, message: expect.stringMatching(message) });
        await expect(devnet.changeConfig(parameter, value)).rejects.toEqual(error);
      }
      const again = await devnet.changeConfig(14, boc).catch((error: unknown) => error);
      expect(again).toMatchObject({ hash: expect.any(String) });
      await devnet.makeRounds(1);
    });
  }, 120_000);

  it('refuses a chain that was begun with other options, and a directory that is in use', async () => {
    const network = { ...config.network, seed: 'other' };
    await expect(openDevnet({ ...config, network }, () => undefined)).rejects.toMatchObject({ code: 'chain_differs' });
    await withDevnet({}, async () => {
      await expect(openDevnet(config, () => undefined)).rejects.toMatchObject({ code: 'directory_held' });
    });
  }, 120_000);

  it('begins with equal zero states for equal options', async () => {
    const directory = temporaryDirectory();
    const other = await withDevnet({ directory: directory.path }, async ({ identity }) => identity);
    await withDevnet({}, async ({ identity }) => expect(other).toEqual(identity));
    directory.remove();
  }, 120_000);
});
