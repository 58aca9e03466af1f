import type { Cell } from '@tonriver/boc';
import {
  createSpecialMessage,
  type NetworkConfig,
  type OpenBlock,
  type RoundBuilder,
  tickTockAccounts,
} from '@tonriver/chain-builder';
import { type CurrencyCollection, type Hash, hashToHex } from '@tonriver/chain-model';
import type { ExternalMessage } from '../messages/external-message.ts';
import { type BlockReport, type BlockWork, fillBlock } from './fill-block.ts';
import { runTransaction } from './run-transaction.ts';

/** A filled masterchain block, with what closes it. */
export interface FilledMasterchain<Message extends ExternalMessage> {
  readonly report: BlockReport<Message>;
  /** Descriptors of the messages that the block itself makes; null where there is none. */
  readonly special: { readonly recoverCreateMessage: Cell | null; readonly mintMessage: Cell | null };
  /** Transactions that were left out because their runs were ended. */
  readonly skipped: readonly string[];
}

interface MasterchainWork<Message extends ExternalMessage> extends BlockWork<Message> {
  readonly config: NetworkConfig;
}

/**
 * Fills a masterchain block: ticks of the special accounts, the payment of collected fees, messages as in every block,
 * tocks. A tick, tock or payment whose run is ended is left out; the amount is paid later.
 */
export async function fillMasterchain<Message extends ExternalMessage>(
  block: OpenBlock,
  amounts: ReturnType<RoundBuilder['specialAmounts']>,
  work: MasterchainWork<Message>,
): Promise<FilledMasterchain<Message>> {
  const { config } = work;
  const skipped: string[] = [];
  const ticks = await runTickTocks(block, work, 'tick', skipped);
  const recoverCreateMessage = await pay(block, work, config.feeCollector, amounts.recovered, skipped);
  const mintMessage = await pay(block, work, config.minter, amounts.minted, skipped);
  const report = await fillBlock(block, work);
  const tocks = await runTickTocks(block, work, 'tock', skipped);
  const paid = [recoverCreateMessage, mintMessage].filter((message) => message !== null).length;
  return {
    report: { ...report, transactionCount: report.transactionCount + ticks + tocks + paid },
    special: { recoverCreateMessage, mintMessage },
    skipped,
  };
}

/** Returns the number of transactions. */
async function runTickTocks<Message extends ExternalMessage>(
  block: OpenBlock,
  { config, executor }: MasterchainWork<Message>,
  kind: 'tick' | 'tock',
  skipped: string[],
): Promise<number> {
  let count = 0;
  for (const account of tickTockAccounts(block, config, kind)) {
    const order = { account, cause: { kind }, afterLt: block.frame.startLt } as const;
    const { result } = await runTransaction(block, executor, order);
    if (result.kind === 'transaction') {
      block.runTickTock(result.outcome);
      count++;
    } else skipped.push(`The ${kind} of ${hashToHex(account)} was left out: ${result.reason}`);
  }
  return count;
}

/** Imports a message that the block makes from fees or new currencies. Returns null when there is none. */
async function pay<Message extends ExternalMessage>(
  block: OpenBlock,
  { executor }: MasterchainWork<Message>,
  receiver: Hash | null,
  value: CurrencyCollection,
  skipped: string[],
): Promise<Cell | null> {
  if (receiver === null || (value.grams === 0n && value.extra.length === 0)) return null;
  const message = createSpecialMessage(block, receiver, value);
  const order = { account: receiver, cause: { kind: 'message', message }, afterLt: block.frame.startLt } as const;
  const { result } = await runTransaction(block, executor, order);
  if (result.kind === 'transaction') return block.importSpecial(message, result.outcome);
  skipped.push(`The payment to ${hashToHex(receiver)} was left out: ${result.reason}`);
  return null;
}
