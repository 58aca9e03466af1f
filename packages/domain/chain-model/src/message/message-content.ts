import type { Cell, CellBuilder } from '@tonriver/boc';
import type { Layout } from '../primitives/either.ts';
import { storeInCell } from '../primitives/reference.ts';
import { type StateInit, storeStateInit } from './state-init.ts';

/** The parts after a message's information: its StateInit and body, each inline or in a referenced cell. */
export interface MessageContent<C = number> {
  readonly init: StateInit<C> | null;
  /** `inline` when there is no StateInit. */
  readonly initLayout: Layout;
  /** Read inline: the message's own cell, in which the body begins at an offset. To be stored: the body's cell. */
  readonly body: C;
  readonly bodyLayout: Layout;
}

/** Writes `init:(Maybe (Either StateInit ^StateInit)) body:(Either X ^X)`. */
export function storeMessageContent(builder: CellBuilder, value: MessageContent<Cell>): void {
  const { init } = value;
  builder.storeBit(init !== null);
  if (init !== null) {
    builder.storeBit(value.initLayout === 'reference');
    if (value.initLayout === 'reference') builder.storeRef(storeInCell(storeStateInit, init));
    else storeStateInit(builder, init);
  }
  builder.storeBit(value.bodyLayout === 'reference');
  if (value.bodyLayout === 'reference') builder.storeRef(value.body);
  else builder.storeCell(value.body);
}
