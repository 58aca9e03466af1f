import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { MASTERCHAIN, MASTERCHAIN_SHARD, type TransactionRecord } from '@tonriver/chain-reader';
import { addressBookText, addressesOf, readAddressBook } from '../../answers/address-book.ts';
import { createAnswerLength } from '../../answers/answer-length.ts';
import { base64Of } from '../../answers/base64.ts';
import { type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import { transactionsOf } from '../../answers/transactions.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { type ActionTypes, actionTypesOf, addressesIn, typesIn } from '../actions/stored-action.ts';
import type { ReadingContext, WorkContext } from '../endpoint-definition.ts';
import { printTree, type TreeTransaction } from '../traces/trace-tree.ts';
import { emulatedRecords } from './emulated-records.ts';
import type { AskedTrace } from './read-request.ts';

/** The seed of the emulated block: the same for all. */
const RANDOM_SEED = new Uint8Array(32);

type ShownAction = Readonly<Record<string, unknown>>;

/** Prints an emulated trace. Stored rows only give the address book and the version in force. */
export async function answerTrace(
  emulated: EmulatedTraceAnswer,
  { withAddressBook, withMetadata }: AskedTrace,
  { dialect, headerOf, reading }: Pick<WorkContext, 'dialect' | 'headerOf' | 'reading'>,
): Promise<JsonText> {
  const records = await emulatedRecords(emulated);
  const stored = await reading();
  const version = headerOf('X-Actions-Version');
  const types = actionTypesOf({ supported: typesIn(version === undefined ? undefined : [version]) });
  const actions = emulated.actions === undefined ? undefined : shownActions(emulated.actions, types, dialect);
  const addresses = [...records.flatMap(addressesOf), ...addressesIn(actions?.map(({ details }) => details))];
  return objectText({
    mc_block_seqno: textOf(emulated.seqno),
    trace: printTree(emulated.rootHash, records.map(treeTransactionOf)),
    transactions: await transactionsByHash(records, emulated.seqno, dialect, stored),
    ...(actions === undefined ? {} : { actions: textOf(actions) }),
    ...(emulated.codes === undefined ? {} : { code_cells: textOf(emulated.codes) }),
    ...(emulated.data === undefined ? {} : { data_cells: textOf(emulated.data) }),
    ...(withAddressBook ? { address_book: await bookText(addresses, stored) } : {}),
    ...(withMetadata ? { metadata: textOf({}) } : {}),
    rand_seed: textOf(base64Of(RANDOM_SEED)),
    is_incomplete: textOf(emulated.isIncomplete),
  });
}

type Stored = Pick<ReadingContext, 'reader' | 'visibility' | 'isTestnet'>;

async function transactionsByHash(
  records: readonly TransactionRecord[],
  seqno: number,
  dialect: Dialect,
  { reader, visibility }: Stored,
): Promise<JsonText> {
  // No block has the transactions, so that the version is that of the block before them.
  const block = { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno, mcBlockSeqno: seqno };
  await reader.globalVersions.ofBlocks([block], visibility);
  const answered = await transactionsOf(reader, dialect, records, visibility);
  const texts = await printInTurns(answered, createAnswerLength(dialect), ({ value }) =>
    // A trace has an id only when its first transaction is in a block.
    textOf({ ...value, mc_block_seqno: 0, trace_id: undefined }),
  );
  const hashes = records.map(({ transaction }) => base64Of(transaction.hash));
  return objectText(Object.fromEntries(hashes.map((hash, index) => [hash, texts[index]!])));
}

async function bookText(addresses: readonly string[], { reader, visibility, isTestnet }: Stored): Promise<JsonText> {
  const { rows } = await readAddressBook(reader, addresses, { visible: visibility, isTestnet });
  return addressBookText(rows);
}

function treeTransactionOf({ transaction, inMessage, outMessages }: TransactionRecord): TreeTransaction {
  return {
    hash: base64Of(transaction.hash),
    inMessageHash: inMessage === undefined ? null : base64Of(inMessage.hash),
    outMessageHashes: outMessages.map(({ hash }) => base64Of(hash)),
  };
}

function shownActions(
  actions: NonNullable<EmulatedTraceAnswer['actions']>,
  { supported }: ActionTypes,
  { name }: Dialect,
): readonly ShownAction[] {
  return actions
    .filter(({ type, ancestorTypes, isHidden }) => {
      const isWanted = supported.has(type) && !ancestorTypes.some((ancestor) => supported.has(ancestor));
      return isWanted && (name === 'contract' || !isHidden);
    })
    .map(({ contract, deployed }) => {
      const { accounts: _accounts, ...shown } = name === 'contract' ? contract : deployed;
      return { ...shown, trace_id: null, finality: 'pending' };
    });
}
