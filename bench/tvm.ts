import { readFileSync } from 'node:fs';
import { Address, Cell } from '@ton/core';
import { Executor } from '@ton/sandbox';
import { parseAccountAddress } from '@tonriver/chain-model';
import { recordedData, TestingError } from '@tonriver/testing';
import { createTvmPool, type EmulationCall, type GetMethodCall, type TvmPool } from '@tonriver/tvm';
import type { Bench, Figures } from './bench.ts';
import { median, percentile } from './measure.ts';

/** The calls that are measured: id in `known_contracts.json` → name of the figures, and how often it is called. */
const measured = [
  { id: 'tongo-precompiled:v4r2_seqno', name: 'seqno', calls: 2_000 },
  { id: 'ston:usdt_wallet_data_lib', name: 'get_wallet_data', calls: 2_000 },
  { id: 'tongo:elector:participant_list_extended', name: 'participant_list_extended', calls: 60 },
] as const;

/** Calls that wait or run at a time when throughput is measured. */
const inFlight = 16;
const turns = 15;
const callsPerTurn = 40;
const warmUps = 200;

type Fields = Readonly<Record<string, unknown>>;

/** Get-methods and transactions over one worker, with the full configuration of mainnet, nothing cached by result. */
export const tvmBench: Bench = {
  name: 'tvm',
  summary: 'get-methods and transactions in one worker, full configuration, against @ton/sandbox called plainly',
  async run() {
    const recordings = readRecordings();
    const pool = await createTvmPool({ workerCount: 1, queueLengthMax: 1_000, wallTimeMs: 30_000, memoryMbMax: 1_024 });
    try {
      const figures: Record<string, number> = {};
      for (const { id, name, calls } of measured) {
        Object.assign(figures, await latencies(pool, recordings.call(id), name, calls));
      }
      const seqno = recordings.call(measured[0].id);
      return {
        calls_per_second: await throughput(measured[0].calls, () => pool.runGetMethod(seqno)),
        ...figures,
        ...(await againstPeer(pool, seqno)),
        emulations_per_second: await throughput(500, () => pool.emulateTransaction(recordings.transaction)),
      };
    } finally {
      await pool.close();
    }
  },
};

async function latencies(pool: TvmPool, call: GetMethodCall, name: string, calls: number): Promise<Figures> {
  const times: number[] = [];
  for (let index = 0; index < calls + Math.min(calls, warmUps); index++) {
    const startedAt = performance.now();
    const { exitCode } = await pool.runGetMethod(call);
    if (exitCode !== 0) throw new TestingError('recorded_data_malformed', `${name} ends with ${exitCode}`);
    if (index >= Math.min(calls, warmUps)) times.push(performance.now() - startedAt);
  }
  return { [`${name}_p50_ms`]: median(times), [`${name}_p99_ms`]: percentile(times, 0.99) };
}

async function throughput(calls: number, run: () => Promise<unknown>): Promise<number> {
  let left = calls;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await run();
    }),
  );
  return (calls / (performance.now() - startedAt)) * 1_000;
}

/** The same call in turns with the class that @ton/sandbox offers, given configuration and code anew at every call. */
async function againstPeer(pool: TvmPool, call: GetMethodCall): Promise<Figures> {
  const executor = await Executor.create();
  const { workchain, hash } = call.address;
  const input = {
    code: Cell.fromBoc(Buffer.from(call.codeBoc))[0]!,
    data: Cell.fromBoc(Buffer.from(call.dataBoc))[0]!,
    address: new Address(workchain, Buffer.from(hash)),
    methodId: call.methodId,
    stack: [],
    config: Buffer.from(call.environment.configBoc).toString('base64'),
    verbosity: 'short' as const,
    unixTime: call.environment.unixTime,
    balance: call.balance,
    randomSeed: Buffer.from(call.randomSeed),
    gasLimit: call.gasLimit,
    debugEnabled: false,
  };
  const ours: number[] = [];
  const peer: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    peer.push(...(await timesMs(() => executor.runGetMethod(input))));
    ours.push(...(await timesMs(() => pool.runGetMethod(call))));
  }
  return { seqno_ratio_to_sandbox: median(peer) / median(ours), sandbox_seqno_ms: median(peer) };
}

/** Median over calls: a mean would include the collection of the peer's garbage, which happens during our calls. */
async function timesMs(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < callsPerTurn; index++) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function readRecordings(): { call(id: string): GetMethodCall; readonly transaction: EmulationCall } {
  const data = recordedData();
  if (data === undefined)
    throw new TestingError('part_missing', 'This bench needs the recorded data', { part: 'data' });
  const bytes = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));
  const records = JSON.parse(
    readFileSync(data.path('accounts', 'getmethods', 'known_contracts.json'), 'utf8'),
  ) as Fields[];
  const previousBlocksBoc = new Uint8Array(
    readFileSync(data.path('config', 'mainnet_prev_blocks_info_66519406.stack.boc')),
  );
  const librariesBoc = new Uint8Array(readFileSync(data.path('config', 'mainnet_libraries_66519406.boc')));
  const recorded = JSON.parse(
    readFileSync(data.path('accounts', 'replay', 'mainnet_tx_38846792000007_internal.json'), 'utf8'),
  ) as Fields;
  return {
    call: (id) => {
      const record = records.find((candidate) => candidate['id'] === id);
      if (record === undefined) throw new TestingError('recorded_data_malformed', `There is no record ${id}`);
      const config = String(record['config']);
      const configBoc = new Uint8Array(readFileSync(data.path(config)));
      return {
        environment: { key: config, configBoc, previousBlocksBoc, unixTime: Number(record['unixtime']) },
        address: parseAccountAddress(String(record['address'])),
        balance: BigInt(String(record['balance'])),
        extraCurrencies: [],
        codeBoc: bytes(record['code_boc']),
        dataBoc: bytes(record['data_boc']),
        librariesBoc,
        methodId: Number(record['method_id']),
        stack: [],
        randomSeed: new Uint8Array(32),
        gasLimit: 1_000_000n,
      };
    },
    transaction: {
      environment: {
        key: 'transaction',
        configBoc: bytes(recorded['config_boc']),
        previousBlocksBoc: null,
        unixTime: Number(recorded['now']),
      },
      shardAccountBoc: bytes(recorded['shard_account_before_boc']),
      cause: { kind: 'message', messageBoc: bytes(recorded['in_message_boc']) },
      lt: BigInt(String(recorded['lt'])),
      randomSeed: null,
      librariesBoc: null,
    },
  };
}
