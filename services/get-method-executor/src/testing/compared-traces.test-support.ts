import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { openEmulatedPart, type PartTransaction } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { forEachTransaction, loadBlock, loadTransaction } from '@tonriver/chain-model';
import type { ExternalMessage, PlayedRound } from '@tonriver/devnet-chain';

/** The transactions of an answer. */
export function transactionsOf({ parts, seqno }: EmulatedTraceAnswer): readonly PartTransaction[] {
  return parts.flatMap(({ workchain, content }) => {
    const part = openEmulatedPart({ workchain, content: new Uint8Array(Buffer.from(content, 'base64')) }, seqno);
    return part.read(Array.from({ length: part.count }, (_, place) => place));
  });
}

/** What a transaction and its prediction have in common: neither times nor logical times are in it. */
export interface Done {
  readonly account: string;
  readonly endStatus: string;
  readonly gasUsed: number | null;
  readonly exitCode: number | null;
  readonly sent: readonly string[];
}

export function predicted({ transaction, outMessages }: PartTransaction): Done {
  return {
    account: Buffer.from(transaction.account).toString('hex'),
    endStatus: transaction.endStatus,
    gasUsed: transaction.compute === 'vm' ? Number(transaction.gasUsed) : null,
    exitCode: transaction.compute === 'vm' ? transaction.exitCode : null,
    sent: outMessages.map(({ row }) => `${row.value} ${Buffer.from(row.bodyHash).toString('hex')}`),
  };
}

/** The transactions of the basechain in rounds. */
export function minedIn(rounds: readonly PlayedRound<ExternalMessage>[]): readonly Done[] {
  const mined: (Done & { readonly lt: bigint })[] = [];
  for (const { boc } of rounds.flatMap(({ round }) => round.blocks)) {
    const bag = Bag.parse(boc);
    const block = loadBlock(bag);
    if (block.info.workchain !== 0) continue;
    forEachTransaction(bag, block, (_account, _lt, cell) => {
      const { accountHash, lt, endStatus, description, outMessages } = loadTransaction(bag, cell);
      const compute = description.computePhase?.type === 'vm' ? description.computePhase : undefined;
      mined.push({
        lt,
        account: Buffer.from(accountHash).toString('hex'),
        endStatus,
        gasUsed: compute?.gasUsed ?? null,
        exitCode: compute?.exitCode ?? null,
        sent: outMessages.map((message) => {
          const value = message.info.type === 'internal' ? message.info.value.grams : null;
          const body = message.bodyLayout === 'reference' ? bag.hash(message.body) : hashOfInline(bag, message);
          return `${value} ${Buffer.from(body).toString('hex')}`;
        }),
      });
    });
  }
  return mined.toSorted((left, right) => (left.lt < right.lt ? -1 : 1)).map(({ lt: _lt, ...done }) => done);
}

function hashOfInline(bag: Bag, message: { body: number; bodyBitOffset: number; bodyRefOffset: number }): Uint8Array {
  const slice = bag.slice(message.body);
  slice.skipBits(message.bodyBitOffset);
  slice.skipRefs(message.bodyRefOffset);
  return slice.toCell().hash();
}
