import { expect, it } from '@jest/globals';
import { rowVersionOf } from '@tonriver/block-rows';
import { openTestStore } from '@tonriver/chain-reader/testing';
import {
  FIRST_SEQNO,
  LAST_SEQNO,
  messageHash,
  sampleChain,
  staleRows,
  transactionHash,
} from './testing/sample-chain.test-support.ts';
import { startTestGateway } from './testing/test-gateway.test-support.ts';
import { type ChainRows, writeRows } from './testing/write-rows.test-support.ts';

function withVersion(rows: ChainRows, rowVersion: number): ChainRows {
  const changed = <Row>(some: readonly Row[] = []): Row[] => some.map((row) => ({ ...row, rowVersion }));
  return { blocks: changed(rows.blocks), transactions: changed(rows.transactions), messages: changed(rows.messages) };
}

it('partial rows of a newer parser do not take a block out of its round', async () => {
  const store = await openTestStore();
  try {
    await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
    await writeRows(store, withVersion(placedRows(), rowVersionOf(3, true)));
    // The next parser reads the log again, and has read so far only the records of partial blocks.
    await writeRows(store, withVersion(staleRows, rowVersionOf(4, false)));
    const gateway = await startTestGateway(store, { config: { holeRecheckMs: 1 } });
    try {
      const found = await gateway.request(`/api/v3/transactionsByMessage?msg_hash=${messageHash('first')}`);
      expect([found.status, hashesOf(found.json)]).toEqual([200, ['spreading', 'opening'].map(transactionHash)]);
      const round = await gateway.request('/api/v3/masterchainBlockShards?seqno=11');
      expect([round.status, hashesOf(round.json)]).toEqual([
        200,
        ['spreading', 'twin', 'receiving'].map(transactionHash),
      ]);
    } finally {
      await gateway.stop();
    }
  } finally {
    await store.close();
  }
});

function placedRows(): ChainRows {
  const isPlaced = ({ mcBlockSeqno }: { readonly mcBlockSeqno: number | null }): boolean => mcBlockSeqno !== null;
  return {
    blocks: (sampleChain.blocks ?? []).filter(isPlaced),
    transactions: (sampleChain.transactions ?? []).filter(isPlaced),
    messages: (sampleChain.messages ?? []).filter(isPlaced),
  };
}

function hashesOf({ transactions }: { readonly [name: string]: unknown }): string[] {
  return (transactions as { readonly hash: string }[] | undefined)?.map(({ hash }) => hash) ?? [];
}
