import { type Cell, CellBuilder } from '@tonriver/boc';
import { type ExternalAddress, type InternalAddress, noAddress } from '../address/message-address.ts';
import { storeMessage } from './message.ts';
import type { StateInit } from './state-init.ts';

/** An external message to an account, without an import fee. */
export interface ExternalMessage {
  readonly destination: InternalAddress;
  readonly body: Cell;
  /** Absent: none, as senders write it. */
  readonly source?: ExternalAddress;
  /** Whether the body is a cell of its own (`reference`, if absent) or follows the header in its cell. */
  readonly bodyLayout?: 'inline' | 'reference';
  /** Absent: the message has none. */
  readonly init?: StateInit<Cell> | null;
  /** The same for the StateInit; `inline`, if absent. */
  readonly initLayout?: 'inline' | 'reference';
}

/** Writes an `ext_in_msg_info$10` message. @throws {BocError} when what is inline does not fit into the cell */
export function writeExternalMessage(message: ExternalMessage): Cell {
  const { destination, body, source, bodyLayout, init, initLayout } = message;
  const builder = new CellBuilder();
  storeMessage(builder, {
    info: {
      type: 'external_in',
      ihrDisabled: null,
      bounce: null,
      bounced: null,
      source: source ?? noAddress,
      destination,
      value: null,
      ihrFee: null,
      forwardFee: null,
      importFee: 0n,
      createdLt: null,
      createdAt: null,
    },
    init: init ?? null,
    initLayout: initLayout ?? 'inline',
    body,
    bodyLayout: bodyLayout ?? 'reference',
  });
  return builder.endCell();
}
