import { address, coins, either, type Layout, maybeReference, opcode, queryId } from './layout.ts';

/** TEP-74: the messages of jettons. */
export const transferLayout = {
  opcode,
  queryId,
  amount: coins,
  destination: address,
  responseDestination: address,
  customPayload: maybeReference,
  forwardAmount: coins,
  forwardPayload: either,
} satisfies Layout;

export const internalTransferLayout = {
  opcode,
  queryId,
  amount: coins,
  from: address,
  responseAddress: address,
  forwardAmount: coins,
  forwardPayload: either,
} satisfies Layout;

export const notificationLayout = {
  opcode,
  queryId,
  amount: coins,
  from: address,
  forwardPayload: either,
} satisfies Layout;

export const burnLayout = {
  opcode,
  queryId,
  amount: coins,
  responseDestination: address,
  customPayload: maybeReference,
} satisfies Layout;

/** A pTON wallet's transfer of TON. */
export const ptonTransferLayout = {
  opcode,
  queryId,
  tonAmount: coins,
  refundAddress: address,
  forwardPayload: either,
} satisfies Layout;
