import type { Bag, Cell } from '@tonriver/boc';
import { accountAddressOf, loadTransaction, type Message } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { readAccount } from './account-dictionary.ts';
import type { NewMessage, TransactionOutcome } from './transaction-outcome.ts';

/**
 * Reads an outcome from what an executor returns: a bag with the transaction, and the account's cell after it
 * (`account_none` if it does not exist any more).
 *
 * @throws {ChainBuilderError} `bad_outcome` for a message to an address that leads to no account
 * @throws {ChainModelError} or `BocError` for cells that are no transaction or no account
 */
export function readOutcome(bag: Bag, account: Cell): TransactionOutcome {
  const { accountHash, lt, totalFees, outMessages, description } = loadTransaction(bag, bag.root);
  const { status, cell, balance } = readAccount(account);
  const compute = description.computePhase;
  return {
    account: accountHash,
    lt,
    transaction: bag.toCell(bag.root),
    totalFees,
    gasUsed: compute?.type === 'vm' ? compute.gasUsed : 0,
    newMessages: outMessages.map((message) => newMessage(bag, message)),
    after: { status, cell, balance },
  };
}

function newMessage(bag: Bag, { info, cell: number }: Message): NewMessage {
  const cell = bag.toCell(number);
  if (info.type === 'external_out') return { type: 'external_out', cell, lt: info.createdLt };
  const source = info.type === 'internal' ? accountAddressOf(info.source) : null;
  const destination = info.type === 'internal' ? accountAddressOf(info.destination) : null;
  if (info.type !== 'internal' || source === null || destination === null) {
    throw new ChainBuilderError('bad_outcome', 'A transaction sends a message that no block can carry');
  }
  return {
    type: 'internal',
    cell,
    lt: info.createdLt,
    source,
    destination,
    value: info.value,
    fwdFee: info.forwardFee,
  };
}
