import { expect, it } from '@jest/globals';
import { interfaceRow } from '@tonriver/row-schema/testing';
import { checkedInterfaceRow } from './interface-rows.ts';

const row = interfaceRow({
  account: new Uint8Array(32).fill(0x11),
  lt: 7n,
  kind: 'jetton_master',
  mcBlockSeqno: 3,
  codeHash: new Uint8Array(32).fill(0x22),
  amount: 5n,
  generation: 1,
});

it('rows of the first rules keep the checksum that they have in databases of before', () => {
  expect(checkedInterfaceRow(row).checksum).toBe(15_413_189_537_307_923_159n);
});

it('the content of a token is under the checksum, also of a row that says that it is of the first rules', () => {
  const withContent = { ...row, contentText: '{}' };
  const sums = [row, withContent, { ...row, generation: 2 }, { ...withContent, generation: 2 }].map(
    (one) => checkedInterfaceRow(one).checksum,
  );
  expect(new Set(sums).size).toBe(4);
});
