import {
  computeValidatorGroup,
  eachOldMasterchainBlock,
  equalBytes,
  hashToHex,
  loadBlock,
  loadShardDescriptions,
  loadShardFees,
  type MasterchainStateExtra,
  readConfigParameter,
  validatorListHashShort,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import { Bag } from '@tonriver/boc';
import { type BuiltBlock, bytesToSign, isSignedBy, nodeIdShort, type Round } from '@tonriver/chain-builder';
import type { KnownBlock, OpenedBlock } from './chain-checker.ts';
import { checkConfigContract } from './check-config-contract.ts';
import { expectThat } from './expect-that.ts';

function customOf({ state }: KnownBlock): MasterchainStateExtra {
  if (state.custom === null) throw new Error('a masterchain state has its extra');
  return state.custom;
}

function groupOf(known: KnownBlock, workchain: number, shard: bigint, catchainSeqno: number) {
  const { config } = customOf(known).config;
  const set = readConfigParameter(known.stateBag, config, 34);
  const catchain = readConfigParameter(known.stateBag, config, 28);
  if (set === null || catchain === null) throw new Error('parameters 34 and 28 are there');
  return computeValidatorGroup({ set, catchain, shard: { workchain, shard }, catchainSeqno });
}

/** Checks what only the masterchain has: block creators, old blocks, configuration, shard fees, signatures. */
export function checkMasterchainState(
  opened: OpenedBlock,
  before: KnownBlock,
  round: Round,
  shardBlocks: readonly BuiltBlock[],
): void {
  const { block, built, after, bag, masterchainExtra } = opened;
  if (masterchainExtra === null) throw new Error('a masterchain block has its extra');
  const old = customOf(before);
  const now = customOf(after);
  checkMaker(opened, before, WHOLE_SHARD, old.validatorInfo.catchainSeqno);
  for (const shardBlock of shardBlocks) checkShardMaker(shardBlock, before);
  checkSignatures(round, groupOf(before, -1, WHOLE_SHARD, old.validatorInfo.catchainSeqno));
  const group = groupOf(after, -1, WHOLE_SHARD, now.validatorInfo.catchainSeqno);
  expectThat(
    now.validatorInfo.validatorListHashShort === validatorListHashShort(group, 0),
    'validator_info of the state',
  );
  const list = [...eachOldMasterchainBlock(after.stateBag, now.previousBlocks.root)];
  expectThat(list.length === built.seqno, 'all earlier blocks are listed');
  const last = list.at(-1);
  expectThat(
    last !== undefined && equalBytes(last.reference.rootHash, before.reference.rootHash),
    'the last listed block',
  );
  expectThat(last.isKeyBlock === old.afterKeyBlock, 'key blocks are marked in the list');
  expectThat(now.previousBlocks.extra.maxEndLt === before.reference.endLt, 'the largest lt of the list');
  const oldConfig = hashToHex(before.stateBag.hash(old.config.config));
  const newConfig = hashToHex(after.stateBag.hash(now.config.config));
  const isMoved = !equalBytes(old.config.configAddress, now.config.configAddress);
  expectThat(block.info.keyBlock === (oldConfig !== newConfig || isMoved), 'a key block changes the configuration');
  expectThat(now.afterKeyBlock === block.info.keyBlock, 'after_key_block');
  if (round.configProblem === null) checkConfigContract(after);
  else expectThat(!block.info.keyBlock, 'an ignored configuration changes nothing');
  const inBlock = masterchainExtra.config;
  expectThat((inBlock !== null) === block.info.keyBlock, 'key blocks carry the configuration');
  if (inBlock !== null) expectThat(hashToHex(bag.hash(inBlock.config)) === newConfig, 'the same as the state');
  const lastKey = old.afterKeyBlock ? before.reference.seqno : (old.lastKeyBlock?.seqno ?? 0);
  expectThat(now.lastKeyBlock?.seqno === lastKey && block.info.prevKeyBlockSeqno === lastKey, 'the last key block');
  const fees = loadShardFees(bag, masterchainExtra.shardFees.root);
  const moved = new Set(shardBlocks.map(({ shard }) => shard));
  expectThat(fees.length === moved.size, 'fees of every shard that moved');
  const inState = loadShardDescriptions(after.stateBag, now.shardHashes);
  const inExtra = loadShardDescriptions(bag, masterchainExtra.shardHashes);
  expectThat(JSON.stringify(inState, plain) === JSON.stringify(inExtra, plain), 'the shards in block and state');
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

function checkMaker(
  opened: Pick<OpenedBlock, 'block'>,
  master: KnownBlock,
  shard: bigint,
  catchainSeqno: number,
): void {
  const { info, extra } = opened.block;
  const group = groupOf(master, info.workchain, shard, catchainSeqno);
  expectThat(info.genCatchainSeqno === catchainSeqno, 'gen_catchain_seqno');
  expectThat(
    info.genValidatorListHashShort === validatorListHashShort(group, catchainSeqno),
    'validator_list_hash_short',
  );
  const isMember = group.some(({ publicKey }) => equalBytes(publicKey, extra.createdBy));
  expectThat(isMember, 'a member of the group made the block');
}

function checkShardMaker({ boc }: BuiltBlock, master: KnownBlock): void {
  const block = loadBlock(Bag.parse(boc));
  const { info } = block;
  const tops = loadShardDescriptions(master.stateBag, customOf(master).shardHashes);
  const halves = tops
    .filter(({ shard }) => isHalfOf(shard, info.shard))
    .map(({ description }) => description.nextCatchainSeqno);
  const holder = tops.find(({ shard }) => shard === info.shard || isHalfOf(info.shard, shard));
  const expected = holder?.description.nextCatchainSeqno ?? Math.max(...halves) + 1;
  checkMaker({ block }, master, info.shard, expected);
}

function isHalfOf(half: bigint, whole: bigint): boolean {
  const marker = whole & -whole;
  return half === whole - (marker >> 1n) || half === whole + (marker >> 1n);
}

function checkSignatures(round: Round, group: ReturnType<typeof groupOf>): void {
  const [block] = round.blocks as [BuiltBlock];
  const message = bytesToSign(block.rootHash, block.fileHash);
  let weight = 0n;
  for (const { publicKey, signature, nodeIdShort: id } of round.signatures) {
    const member = group.find((candidate) => equalBytes(candidate.publicKey, publicKey));
    expectThat(member !== undefined, 'a signature is by a member');
    expectThat(isSignedBy(publicKey, message, signature), 'a signature is right');
    expectThat(equalBytes(id, nodeIdShort(publicKey)), 'the short id of a signer');
    weight += member.weight;
  }
  const total = group.reduce((sum, member) => sum + member.weight, 0n);
  expectThat(weight * 3n > total * 2n, 'more than two thirds signed');
}
