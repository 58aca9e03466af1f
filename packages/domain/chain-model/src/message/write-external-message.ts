import { type Cell, CellBuilder } from '@tonriver/boc';
import { type ExternalAddress, type InternalAddress, noAddress } from '../address/message-address.ts';
import { storeMessage } from './message.ts';

/** An external message to an account, without a StateInit and an import fee. */
export interface ExternalMessage {
  readonly destination: InternalAddress;
  readonly body: Cell;
  /** Absent: none, as senders write it. */
  readonly source?: ExternalAddress;
  /** Whether the body is a cell of its own (`reference`, if absent) or follows the header in its cell. */
  readonly bodyLayout?: 'inline' | 'reference';
}

/** Writes an `ext_in_msg_info$10` message. @throws {BocError} when an inline body does not fit into the cell */
export function writeExternalMessage({ destination, body, source, bodyLayout }: ExternalMessage): Cell {
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
    init: null,
    initLayout: 'inline',
    body,
    bodyLayout: bodyLayout ?? 'reference',
  });
  return builder.endCell();
}
