import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Bag, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import { loadHashmapE, loadMerkleProof } from '@tonriver/chain-model';
import { loadConfigParams } from '@tonriver/chain-model/testing';
import { describeRecorded, type FileNeed } from '@tonriver/testing';
import { createTvmPool } from './pool/create-tvm-pool.ts';
import type { TvmPool } from './tvm-pool.ts';

let pool: TvmPool;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 100, wallTimeMs: 30_000, memoryMbMax: 512 });
});

afterAll(async () => {
  await pool.close();
});

/** The dictionary of a file: itself, in `ConfigParams`, or in a proof of a masterchain state. */
function configOf(bytes: Uint8Array): Uint8Array {
  const bag = Bag.parse(bytes, { allowTrailingBytes: true });
  const root = bag.roots[0]!;
  if (bag.cellType(root) !== 'merkle_proof') return bytes;
  // Most of the state is pruned; its last reference is `masterchain_state_extra#cc26 shard_hashes config …`.
  const state = loadMerkleProof(bag, root).root;
  const extra = bag.slice(bag.ref(state, bag.refCount(state) - 1));
  extra.skipBits(16);
  loadHashmapE(extra);
  return serializeTree(bag, loadConfigParams(extra).config);
}

const CONFIGURATIONS: FileNeed = {
  what: 'configurations in config',
  folder: 'config',
  isFile: (name) => /config_.*\.boc$/.test(name) && !/unpacked/.test(name),
};

describeRecorded('every recorded configuration', [CONFIGURATIONS], (data) => {
  const names = readdirSync(data.path('config')).filter(CONFIGURATIONS.isFile);

  it.each(names)('%s runs a get-method and a transaction', async (name) => {
    const configBoc = configOf(readFileSync(data.path('config', name)));
    const environment = { key: name, configBoc, previousBlocksBoc: null, unixTime: 1_700_000_000 };
    // PUSHINT 7; 8 CONFIGPARAM: reads the configuration, so the whole of it is given.
    const codeBoc = writeBag([new CellBuilder().storeUint(0x7778f832, 32).endCell()]);
    const result = await pool.runGetMethod({
      environment,
      address: { workchain: 0, hash: new Uint8Array(32) },
      balance: 1n,
      extraCurrencies: [],
      codeBoc,
      dataBoc: writeBag([new CellBuilder().endCell()]),
      librariesBoc: null,
      methodId: 0,
      stack: [],
      randomSeed: new Uint8Array(32),
      gasLimit: 1_000_000n,
    });
    expect(result).toMatchObject({ exitCode: 0, usedWholeConfig: true });
    expect(result.stack.slice(1)).toMatchObject([
      { type: 'number', value: 7n },
      { type: 'cell' },
      { type: 'number', value: -1n },
    ]);
    expect(await pool.emulateTransaction({ environment, ...transferToNobody })).toMatchObject({ kind: 'transaction' });
  });
});

const zero = new Uint8Array(32);
const nobody = new CellBuilder().storeRef(new CellBuilder().storeBit(0).endCell()).storeBytes(zero).storeUint(0, 64);
/** `int_msg_info$0`: a transfer of one TON to an account that does not exist. */
const transfer = new CellBuilder()
  .storeUint(0b0100, 4)
  .storeUint(0b100, 3)
  .storeInt(0, 8)
  .storeBytes(zero)
  .storeUint(0b100, 3)
  .storeInt(0, 8)
  .storeBytes(zero.map(() => 0x22))
  .storeCoins(1_000_000_000n)
  .storeBit(0)
  .storeCoins(0n)
  .storeCoins(0n)
  .storeUint(1_000_000, 64)
  .storeUint(1_699_999_999, 32)
  .storeUint(0, 2);
const transferToNobody = {
  shardAccountBoc: writeBag([nobody.endCell()]),
  cause: { kind: 'message', messageBoc: writeBag([transfer.endCell()]) },
  lt: 2_000_000n,
  randomSeed: null,
  librariesBoc: null,
} as const;
