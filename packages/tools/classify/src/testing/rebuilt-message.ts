import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import {
  loadStateInit,
  noAddress,
  parseAccountAddress,
  resolveStateInit,
  standardAddress,
  type MessageInfo,
  storeMessage,
} from '@tonriver/chain-model';
import type { RecordedMessage } from './recorded-trace.ts';

/** A message cell that was made from a row. */
export interface RebuiltMessage {
  readonly cell: Cell;
  /** Whether its hash is the recorded one. A row does not say to which outer address a log went. */
  readonly isEqual: boolean;
}

const absentFields = {
  ihrDisabled: null,
  bounce: null,
  bounced: null,
  value: null,
  ihrFee: null,
  forwardFee: null,
} as const;
type Layout = 'reference' | 'inline';
const LAYOUTS: readonly Layout[] = ['reference', 'inline'];

/**
 * Makes the message of a row. A row does not say whether body and StateInit have cells of their own: the form counts
 * that has the recorded hash.
 */
export function rebuildMessage(row: RecordedMessage): RebuiltMessage {
  const cells = LAYOUTS.flatMap((initLayout) => LAYOUTS.flatMap((bodyLayout) => written(row, initLayout, bodyLayout)));
  const equal = cells.find((cell) => Buffer.from(cell.hash()).toString('base64') === row.msg_hash);
  const [cell = equal] = cells;
  if (cell === undefined) throw new Error(`The message ${row.msg_hash} fits no cell`);
  return { cell: equal ?? cell, isEqual: equal !== undefined };
}

function written(row: RecordedMessage, initLayout: Layout, bodyLayout: Layout): Cell[] {
  const { message_content: content, init_state: state } = row;
  const body = content ? cellOf(content.body) : new CellBuilder().endCell();
  const init = state ? initOf(state.body) : null;
  const builder = new CellBuilder();
  try {
    storeMessage(builder, { info: infoOf(row), init, initLayout, body, bodyLayout });
    return [builder.endCell()];
  } catch {
    // It does not fit into one cell: then it was written in another form.
    return [];
  }
}

function infoOf(row: RecordedMessage): MessageInfo {
  const source = addressOf(row.source);
  const destination = addressOf(row.destination);
  const [createdLt, createdAt] = [BigInt(row.created_lt ?? 0), Number(row.created_at ?? 0)];
  if (source === null) {
    const importFee = BigInt(row.import_fee ?? 0);
    const inbound = { source: noAddress, destination: destination!, importFee, createdLt: null, createdAt: null };
    return { ...absentFields, ...inbound, type: 'external_in' };
  }
  if (destination === null) {
    const outbound = { source, destination: noAddress, importFee: null, createdLt, createdAt };
    return { ...absentFields, ...outbound, type: 'external_out' };
  }
  return {
    type: 'internal',
    ihrDisabled: row.ihr_disabled ?? true,
    bounce: row.bounce ?? false,
    bounced: row.bounced ?? false,
    source,
    destination,
    value: { grams: BigInt(row.value ?? 0), extra: [] },
    ihrFee: BigInt(row.ihr_fee ?? 0),
    forwardFee: BigInt(row.fwd_fee ?? 0),
    importFee: null,
    createdLt,
    createdAt,
  };
}

function addressOf(text: string | null | undefined) {
  return text ? standardAddress(parseAccountAddress(text)) : null;
}

function initOf(boc: string) {
  const bag = Bag.parse(Buffer.from(boc, 'base64'));
  return resolveStateInit(bag, loadStateInit(bag.slice(bag.root)));
}

/** Reads a bag with one root. */
export function cellOf(boc: string): Cell {
  const bag = Bag.parse(Buffer.from(boc, 'base64'));
  return bag.toCell(bag.root);
}
