import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { closeReference } from '../primitives/reference.ts';
import { type MessageContent, storeMessageContent } from './message-content.ts';
import { loadMessageInfo, type MessageInfo, storeMessageInfo } from './message-info.ts';
import { loadStateInit, resolveStateInit, type StateInit } from './state-init.ts';

/** A message as it is written: what `storeMessage` needs. */
export interface MessageParts<C = number> extends MessageContent<C> {
  readonly info: MessageInfo;
}

/**
 * A message as it was read. `C` is a cell number of the bag it was read from (`loadMessage`), or a heap cell
 * (`resolveMessage`). For the body's bits, hash and bytes see `message-body.ts`.
 */
export interface Message<C = number> extends MessageParts<C> {
  /** The message's own cell; its representation hash is the message's hash. */
  readonly cell: C;
  /** The StateInit's cell when it has one of its own. */
  readonly initCell: C | null;
  /** Bit offset of the body in `body`: 0 unless it was read inline. */
  readonly bodyBitOffset: number;
  readonly bodyRefOffset: number;
  /** True when `storeMessage` of these fields gives the identical cell. */
  readonly isCanonical: boolean;
}

/**
 * Reads the message in `cell`:
 *
 * ```tlb
 * message$_ {X:Type} info:CommonMsgInfo
 *   init:(Maybe (Either StateInit ^StateInit))
 *   body:(Either X ^X) = Message X;
 * ```
 *
 * Throws `ChainModelError` or `BocError` (`cell_underflow`, `cell_exotic`) for anything else.
 */
export function loadMessage(bag: Bag, cell: number): Message {
  const slice = bag.slice(cell);
  return loadBehindInfo(slice, loadMessageInfo(slice));
}

/** Reads what stands in a message behind its information. */
export function loadBehindInfo<Info>(slice: CellSlice, info: Info): Omit<Message, 'info'> & { readonly info: Info } {
  const { cell } = slice;
  let init: StateInit | null = null;
  let initCell: number | null = null;
  if (slice.loadBit()) {
    if (slice.loadBit()) {
      initCell = slice.loadRef();
      init = loadInitCell(slice, initCell);
    } else {
      init = loadStateInit(slice);
    }
  }
  let body = cell;
  let bodyBitOffset = 0;
  let bodyRefOffset = 0;
  const isBodyInCell = slice.loadBit();
  if (isBodyInCell) {
    body = slice.loadRef();
    closeReference(slice, slice, 'Message');
  } else {
    bodyBitOffset = slice.bitOffset;
    bodyRefOffset = slice.refOffset;
  }
  return {
    cell,
    info,
    init,
    initCell,
    initLayout: initCell === null ? 'inline' : 'reference',
    body,
    bodyLayout: isBodyInCell ? 'reference' : 'inline',
    bodyBitOffset,
    bodyRefOffset,
    isCanonical: !slice.sawNonCanonical,
  };
}

function loadInitCell(parent: CellSlice, cell: number): StateInit {
  const slice = parent.bag.slice(cell);
  const init = loadStateInit(slice);
  closeReference(parent, slice, 'StateInit');
  return init;
}

/** Writes what `loadMessage` reads, with the layouts that the value names. */
export function storeMessage(builder: CellBuilder, value: MessageParts<Cell>): void {
  storeMessageInfo(builder, value.info);
  storeMessageContent(builder, value);
}

/** The same message with heap cells; an inline body becomes a cell of its own. */
export function resolveMessage(bag: Bag, message: Message): Message<Cell> {
  return {
    ...message,
    cell: bag.toCell(message.cell),
    init: message.init === null ? null : resolveStateInit(bag, message.init),
    initCell: message.initCell === null ? null : bag.toCell(message.initCell),
    body: message.bodyLayout === 'reference' ? bag.toCell(message.body) : inlineBody(bag, message).toCell(),
    bodyBitOffset: 0,
    bodyRefOffset: 0,
  };
}

function inlineBody(bag: Bag, message: Message): CellSlice {
  const slice = bag.slice(message.body);
  slice.skipBits(message.bodyBitOffset);
  slice.skipRefs(message.bodyRefOffset);
  return slice;
}
