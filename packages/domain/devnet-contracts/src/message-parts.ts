import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  noAddress,
  standardAddress,
  storeInternalAddress,
  storeMessageAddress,
} from '@tonriver/chain-model';

/** Begins a body: the operation, and the number by which its sender recognises the answers. */
export function operation(code: number, queryId: bigint): CellBuilder {
  return new CellBuilder().storeUint(code, 32).storeUint(queryId, 64);
}

/** Writes the address of an account. */
export function storeAddress(builder: CellBuilder, address: AccountAddress): CellBuilder {
  storeInternalAddress(builder, standardAddress(address));
  return builder;
}

/** Writes an address, or `addr_none` for null. */
export function storeAddressOrNone(builder: CellBuilder, address: AccountAddress | null): CellBuilder {
  storeMessageAddress(builder, address === null ? noAddress : standardAddress(address));
  return builder;
}

/** Writes `Maybe ^Cell`. */
export function storeMaybe(builder: CellBuilder, cell: Cell | null): CellBuilder {
  builder.storeBit(cell !== null);
  return cell === null ? builder : builder.storeRef(cell);
}

/** Writes `Either Cell ^Cell`: nothing in place for null, else the cell as a reference. */
export function storePayload(builder: CellBuilder, payload: Cell | null): CellBuilder {
  return storeMaybe(builder, payload);
}

/** A text as it goes into comments and metadata: what does not fit stands in the first reference, and so on. */
export function snakeText(builder: CellBuilder, text: string): Cell {
  const bytes = Buffer.from(text, 'utf8');
  const roomFirst = (1023 - builder.bitLength) >> 3;
  const roomOfCell = 127;
  let end = roomFirst + Math.max(0, Math.ceil((bytes.length - roomFirst) / roomOfCell)) * roomOfCell;
  let tail: Cell | null = null;
  // From the last cell to the first, so that a long text needs no recursion.
  while (end > roomFirst) {
    const part = new CellBuilder().storeBytes(bytes.subarray(end - roomOfCell, end));
    tail = (tail === null ? part : part.storeRef(tail)).endCell();
    end -= roomOfCell;
  }
  builder.storeBytes(bytes.subarray(0, roomFirst));
  return (tail === null ? builder : builder.storeRef(tail)).endCell();
}

/** A text as the body of a message: 32 zero bits, then the text. */
export function commentBody(text: string): Cell {
  return snakeText(new CellBuilder().storeUint(0, 32), text);
}
