import { runForCaller, type Watermark, type ZeroState } from '@tonriver/chain-reader';
import { joinPieces } from '../answers/json-text.ts';
import { contract } from '../dialects/contract.ts';
import { answerRound } from '../endpoints/shard-blocks/endpoints.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';

export interface IndexedExamplesDependencies {
  readonly reader: AnswerReader;
  readonly watermark: Watermark;
  readonly zeroState: ZeroState;
  readonly isTestnet: boolean;
  readonly now: () => number;
}

/** Values for the example requests of the documentation, which are stored here. */
export interface IndexedExamples {
  /** An indexed round. */
  readonly seqno: number;
  /** A transaction in it, its account, and the message that it received. */
  readonly transactionHash?: string;
  readonly account?: string;
  readonly messageHash?: string;
  /** Another account that sent the message, and the logical time at which it was made. */
  readonly sender?: string;
  readonly messageLt?: string;
}

export type FindIndexedExamples = () => Promise<IndexedExamples | undefined>;

/** In how many of the newest rounds a transaction is searched. */
const ROUNDS_MAX = 10;
const TRANSACTIONS_OF_ROUND = 20;
/** Examples are seldom renewed. They stay valid, because indexed data is never removed. */
const KEPT_MS = 60_000;
const WAITING_MS_MAX = 2_000;

interface ExampleTransaction {
  readonly account: string;
  readonly hash: string;
  readonly in_msg: {
    readonly hash: string;
    readonly opcode: number | null;
    /** Null for a message from outside of the chain. */
    readonly source: string | null;
    readonly created_lt: string | null;
  } | null;
}

/** Finds examples in the newest rounds. Without them the documents keep their own. */
export function createIndexedExamples({
  reader,
  watermark,
  zeroState,
  isTestnet,
  now,
}: IndexedExamplesDependencies): FindIndexedExamples {
  let kept: { readonly examples: IndexedExamples | undefined; readonly untilMs: number } | undefined;
  let finding: Promise<void> | undefined;

  const find = async (signal: AbortSignal): Promise<IndexedExamples | undefined> => {
    const visibility = await watermark.forRequest();
    if (visibility?.range === undefined) return undefined;
    const { firstSeqno, lastSeqno } = visibility.range;
    const wanted = { wantsAddressBook: false, wantsMetadata: false };
    const context = { dialect: contract, reader, visibility, zeroState, isTestnet, ...wanted };
    for (let seqno = lastSeqno; seqno >= Math.max(firstSeqno, lastSeqno - ROUNDS_MAX + 1); seqno -= 1) {
      const request = { seqno, page: { limit: TRANSACTIONS_OF_ROUND, offset: 0 } };
      const answer = await runForCaller(signal, () => answerRound(request, context));
      const { transactions } = JSON.parse(joinPieces(answer.text).toString()) as {
        readonly transactions: readonly ExampleTransaction[];
      };
      const found =
        transactions.find(({ in_msg: message }) => message !== null && message.opcode !== null) ??
        transactions.find(({ in_msg: message }) => message !== null);
      if (found?.in_msg !== null && found !== undefined) {
        const { hash: messageHash, source, created_lt: messageLt } = found.in_msg;
        const sent = source === null || messageLt === null ? {} : { sender: source, messageLt };
        return { seqno, transactionHash: found.hash, account: found.account, messageHash, ...sent };
      }
    }
    return { seqno: lastSeqno };
  };
  const refresh = async (): Promise<void> => {
    const examples = await find(AbortSignal.timeout(WAITING_MS_MAX)).catch(() => undefined);
    // While the store is unavailable, the last examples are used.
    kept = { examples: examples ?? kept?.examples, untilMs: now() + (examples === undefined ? 1_000 : KEPT_MS) };
  };

  return async function indexedExamples() {
    if (kept === undefined || now() >= kept.untilMs) {
      finding ??= refresh().finally(() => {
        finding = undefined;
      });
      await finding;
    }
    return kept?.examples;
  };
}
