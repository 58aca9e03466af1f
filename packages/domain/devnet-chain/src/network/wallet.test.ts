import { describe, expect, it } from '@jest/globals';
import { Cell as TonCell, internal, loadMessage, SendMode } from '@ton/core';
import { WalletContractV4 } from '@ton/ton';
import { writeBag } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';
import { createWallet } from './wallet.ts';

const tonCell = (cell: Parameters<typeof writeBag>[0][number]): TonCell =>
  TonCell.fromBoc(Buffer.from(writeBag([cell])))[0]!;

describe('a wallet of a seed', () => {
  const wallet = createWallet('some seed');
  const theirs = WalletContractV4.create({ workchain: 0, publicKey: Buffer.from(wallet.publicKey) });

  it('has the code, data and address of a wallet of version 4 of @ton/ton with the same key', () => {
    expect(tonCell(wallet.state.code!).hash()).toEqual(theirs.init.code.hash());
    expect(tonCell(wallet.state.data!).hash()).toEqual(theirs.init.data.hash());
    expect(formatAccountAddress(wallet.address).toLowerCase()).toBe(theirs.address.toRawString());
  });

  it.each([1, 2, 4])('writes the same %i transfers as @ton/ton', (count) => {
    const to = createWallet('another seed');
    const transfers = Array.from({ length: count }, (_, index) => {
      return { to: to.address, amount: 1_234_567n + BigInt(index), bounce: index % 2 === 0 };
    });
    const [first, ...others] = transfers;
    const order = { seqno: 7, validUntil: 1_900_000_000, ...first!, others };
    const body = theirs.createTransfer({
      seqno: 7,
      timeout: 1_900_000_000,
      secretKey: Buffer.concat([wallet.secretSeed, wallet.publicKey]),
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      messages: transfers.map(({ amount, bounce }) =>
        internal({ to: formatAccountAddress(to.address), value: amount, bounce }),
      ),
    });
    const message = loadMessage(tonCell(wallet.transfer(order)).beginParse());
    expect(message.body.hash()).toEqual(body.hash());
    expect(message.info.dest?.toString()).toBe(theirs.address.toString());
  });
});
