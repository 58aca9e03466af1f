import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { addressesOf } from '../../answers/address-book.ts';
import { base64Of } from '../../answers/base64.ts';
import { emulatedRecords } from '../../answers/emulated-records.ts';
import { printEmulated } from '../../answers/emulated-transactions.ts';
import { type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { shownEmulated } from '../actions/emulated-actions.ts';
import { actionTypesOf, addressesIn, typesIn } from '../actions/stored-action.ts';
import type { WorkContext } from '../endpoint-definition.ts';
import { printTree, treeOfRecord } from '../traces/trace-tree.ts';
import type { AskedTrace } from './read-request.ts';

/** The seed of the emulated block: the same for all. */
const RANDOM_SEED = new Uint8Array(32);

/** Prints an emulated trace. Stored rows only give the address book and the version in force. */
export async function answerTrace(
  emulated: EmulatedTraceAnswer,
  { withAddressBook, withMetadata }: AskedTrace,
  { dialect, headerOf, reading }: Pick<WorkContext, 'dialect' | 'headerOf' | 'reading'>,
): Promise<JsonText> {
  const { seqno } = emulated;
  const records = await emulatedRecords(emulated.parts, seqno);
  const stored = await reading();
  const actions = shownActions(emulated.actions, headerOf('X-Actions-Version'), dialect);
  const addresses = [...records.flatMap(addressesOf), ...addressesIn(actions?.map(({ details }) => details))];
  // A trace has an id only when its first transaction is in a block.
  const told = { mc_block_seqno: 0, trace_id: undefined };
  const texts = await printEmulated(records, { ...stored, dialect }, { seqnos: [seqno], toldOf: () => told });
  const hashes = records.map(({ transaction }) => base64Of(transaction.hash));
  const wanted = { wantsAddressBook: withAddressBook, wantsMetadata: withMetadata };
  const known = await knownAddresses(addresses, { ...stored, dialect, ...wanted });
  return objectText({
    mc_block_seqno: textOf(seqno),
    trace: printTree(emulated.rootHash, records.map(treeOfRecord)),
    transactions: objectText(Object.fromEntries(hashes.map((hash, index) => [hash, texts[index]!]))),
    ...(actions === undefined ? {} : { actions: textOf(actions) }),
    ...(emulated.codes === undefined ? {} : { code_cells: textOf(emulated.codes) }),
    ...(emulated.data === undefined ? {} : { data_cells: textOf(emulated.data) }),
    ...(withAddressBook ? { address_book: known.address_book } : {}),
    ...(withMetadata ? { metadata: known.metadata } : {}),
    rand_seed: textOf(base64Of(RANDOM_SEED)),
    is_incomplete: textOf(emulated.isIncomplete),
  });
}

type ShownAction = Readonly<Record<string, unknown>>;

function shownActions(
  actions: EmulatedTraceAnswer['actions'],
  version: string | undefined,
  dialect: Dialect,
): readonly ShownAction[] | undefined {
  if (actions === undefined) return undefined;
  const types = actionTypesOf({ supported: typesIn(version === undefined ? undefined : [version]) });
  return shownEmulated(actions, types, dialect).map(({ accounts: _accounts, ...shown }) => {
    return { ...shown, trace_id: null, finality: 'pending' };
  });
}
