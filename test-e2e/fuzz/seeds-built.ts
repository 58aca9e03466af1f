import { Bag, serializeTree } from '@tonriver/boc';
import type { BlockSignature } from '@tonriver/chain-builder';
import { generateWorkload } from '@tonriver/chain-workload';
import {
  cellOf,
  eachShardAccount,
  forEachInMessage,
  forEachTransaction,
  loadBlock,
  loadBlockMasterchainExtra,
  loadConfigEntries,
  loadShardAccounts,
  loadShardState,
  loadTransaction,
} from '@tonriver/chain-model';
import {
  buildSignaturePairs,
  isKnownParameter,
  storeBlockProof,
  storeBlockSignatures,
} from '@tonriver/chain-model/testing';
import { type Cell, writeBag } from '@tonriver/boc';
import { merkleProof } from '@tonriver/boc/testing';
import type { SeedBytes, SeedGroup, SeedKind } from './corpus.ts';
import { pruneSome } from './prune-some.ts';

/** A chain that is small in everything and still shows everything: splits, merges, key blocks, bounces, tick-tock. */
const chain = {
  seed: 'fuzz',
  rounds: 24,
  transactionsPerRound: 5,
  accounts: 24,
  shardsMax: 4,
  splitMergeRate: 0.5,
  keyBlockEvery: 6,
  network: { validatorCount: 4, masterchainValidatorCount: 3 },
};

/** Blocks of a made-up chain with their parts, proofs and signatures, and the states it begins with. */
export function builtSeeds(): SeedBytes[] {
  const workload = generateWorkload(chain);
  const seeds: SeedBytes[] = [];
  for (const { blocks, signatures } of workload.rounds()) {
    for (const block of blocks) {
      const name = `built ${block.workchain} ${block.shard.toString(16)} ${block.seqno}`;
      seeds.push({ name, kind: 'block', group: 'built', bytes: block.boc }, ...blockParts('built', name, block.boc));
      const bag = Bag.parse(block.boc);
      const root = merkleProof(pruneSome(bag.toCell(bag.root), 1, (depth, index) => depth > 1 && index % 3 !== 0));
      seeds.push({ name: `${name} proof`, kind: 'merkle proof', group: 'built', bytes: writeBag([root]) });
      if (block.workchain === -1) seeds.push(...proofSeeds(name, block, root, signatures));
    }
  }
  for (const { workchain, boc } of [workload.zeroStates.masterchain, workload.zeroStates.basechain]) {
    const name = `built zero state ${workchain}`;
    seeds.push({ name, kind: 'state', group: 'built', bytes: boc }, ...accountSeeds(name, boc));
  }
  return seeds;
}

interface ProvedBlock {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array;
}

function proofSeeds(name: string, block: ProvedBlock, root: Cell, signed: readonly BlockSignature[]): SeedBytes[] {
  const pairs = signed.map(({ nodeIdShort, signature }, index) => ({
    index,
    nodeIdShort,
    signature: { type: 'simple', r: signature.slice(0, 32), s: signature.slice(32) } as const,
  }));
  const isSimplex = block.seqno % 2 === 0;
  const signatures = cellOf(storeBlockSignatures, {
    validatorListHashShort: 1,
    catchainSeqno: 2,
    signatureCount: pairs.length,
    signatureWeight: 3n,
    signatures: buildSignaturePairs(pairs),
    simplex: isSimplex ? { sessionId: block.rootHash, slot: 4, candidateData: root.refs[0] as Cell } : null,
  });
  const proof = cellOf(storeBlockProof, { proofFor: block, root, signatures });
  return [
    { name: `${name} block proof`, kind: 'block proof', group: 'built', bytes: writeBag([proof]) },
    { name: `${name} signatures`, kind: 'signatures', group: 'built', bytes: writeBag([signatures]) },
  ];
}

/** Transactions, messages, envelopes and configuration parameters of a block as bags of their own. */
export function blockParts(group: SeedGroup, name: string, bytes: Uint8Array): SeedBytes[] {
  const bag = Bag.parse(bytes);
  const block = loadBlock(bag);
  const parts: SeedBytes[] = [];
  const add = (kind: SeedKind, cell: number): void => {
    parts.push({ name: `${name} ${kind} in cell ${cell}`, kind, group, bytes: serializeTree(bag, cell) });
  };
  forEachTransaction(bag, block, (_account, _lt, cell) => {
    add('transaction', cell);
    const { inMessage, outMessages } = loadTransaction(bag, cell);
    for (const message of [inMessage, ...outMessages]) if (message !== null) add('message', message.cell);
  });
  forEachInMessage(bag, block.extra.inMessageDescriptors, ({ value }) => {
    if ('envelope' in value) add('envelope', value.envelope);
  });
  const config = loadBlockMasterchainExtra(bag, block)?.config ?? null;
  if (config === null) return parts;
  for (const { parameter, cell } of loadConfigEntries(bag, config.config)) {
    if (!isKnownParameter(parameter)) continue;
    const part = { name: `${name} parameter ${parameter}`, kind: 'parameter', group, parameter } as const;
    parts.push({ ...part, bytes: serializeTree(bag, cell) });
  }
  return parts;
}

function accountSeeds(name: string, bytes: Uint8Array): SeedBytes[] {
  const bag = Bag.parse(bytes);
  const { root } = loadShardAccounts(bag, loadShardState(bag, bag.root).accounts);
  return [...eachShardAccount(bag, root)].map(
    ({ account }): SeedBytes => ({
      name: `${name} account in cell ${account}`,
      kind: 'account',
      group: 'built',
      bytes: serializeTree(bag, account),
    }),
  );
}
