import { recordedData } from '@tonriver/testing';

/** The 511 KB mainnet block that the ratios are defined over: 13,565 cells, 329 transactions. */
export function largeRecordedBlock(): Uint8Array {
  const block = recordedData()
    ?.blocks()
    .find(({ workchain, seqno }) => workchain === 0 && seqno === 30816553);
  if (block === undefined) {
    throw new Error('This bench needs block 30816553 of the recorded data: set TONRIVER_DATA to its folder');
  }
  return block.read();
}
