import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  buildProcessedInfo,
  type BlockReference,
  cellOf,
  type CurrencyCollection,
  depthBalanceAugmentation,
  type MasterchainStateExtra,
  minimalLtAugmentation,
  type OutMsgQueueInfo,
  type ShardIdent,
  storeHashmapAugE,
  storeOutMsgQueueInfo,
  storeShardState,
} from '@tonriver/chain-model';
import { writeLiveDictionary } from './live-dictionary.ts';
import type { ProcessedUptoRecord } from './processed-upto.ts';
import type { ShardContents } from './shard-head.ts';

/** A shard's state after a block. */
export interface StateFacts {
  readonly globalId: number;
  readonly ident: ShardIdent;
  readonly seqno: number;
  readonly genUtime: number;
  readonly genLt: bigint;
  readonly minRefMcSeqno: number;
  readonly beforeSplit: boolean;
  readonly contents: ShardContents;
  readonly totalBalance: CurrencyCollection;
  readonly masterReference: BlockReference | null;
  readonly masterchain: MasterchainStateExtra<Cell> | null;
}

/** Writes `ShardStateUnsplit`. */
export function writeShardState(facts: StateFacts): Cell {
  const { ident, contents } = facts;
  const accounts = writeLiveDictionary(contents.accounts);
  const builder = new CellBuilder();
  storeShardState(builder, {
    globalId: facts.globalId,
    workchain: ident.workchain,
    shard: ident.shard,
    seqno: facts.seqno,
    vertSeqno: 0,
    genUtime: facts.genUtime,
    genLt: facts.genLt,
    minRefMcSeqno: facts.minRefMcSeqno,
    outMsgQueueInfo: cellOf(storeOutMsgQueueInfo, queueInfo(contents)),
    beforeSplit: facts.beforeSplit,
    accounts: cellOf((target, value) => storeHashmapAugE(target, value, depthBalanceAugmentation.store), accounts),
    overloadHistory: contents.overloadHistory,
    underloadHistory: contents.underloadHistory,
    totalBalance: facts.totalBalance,
    totalValidatorFees: contents.validatorFees,
    libraries: contents.libraries,
    masterRef: facts.masterReference,
    custom: facts.masterchain,
  });
  return builder.endCell();
}

function queueInfo({ queue, queueSize, processed }: ShardContents): OutMsgQueueInfo<Cell> {
  return {
    outQueue: writeLiveDictionary(queue),
    processedInfo: writeProcessed(processed),
    extra: {
      dispatchQueue: { root: null, extra: minimalLtAugmentation.empty },
      outQueueSize: queueSize,
    },
  };
}

function writeProcessed(records: readonly ProcessedUptoRecord[]): Cell | null {
  const entries = records.map(({ shard, mcSeqno, lastMessageLt, lastMessageHash }) => {
    const key = new Uint8Array(12);
    const view = new DataView(key.buffer);
    view.setBigUint64(0, shard);
    view.setUint32(8, mcSeqno);
    return { key, value: { lastMsgLt: lastMessageLt, lastMsgHash: lastMessageHash } };
  });
  return buildProcessedInfo(entries.sort((left, right) => Buffer.compare(left.key, right.key)));
}
