import { BocError, type CellSlice } from '@tonriver/boc';
import { address, bocWithoutChecksum, type Layout, opcode, queryId, read, reference, uint } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { call } from '../engine/pattern.ts';
import { readRequestedMessage } from '../requests/wallet-request.ts';

const sendLayout = { opcode, queryId, mode: uint(8), message: reference } satisfies Layout;

const sendMessage: Matcher = {
  name: 'vesting send message',
  pattern: call(0xa7733acd, { child: call(0xf7733acd) }),
  build(anchor) {
    const { queryId: query, message } = read(anchor.body(), sendLayout);
    const { destination, value, bodySlice } = readRequestedMessage(message.clone());
    return {
      type: 'vesting_send_message',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        destination_secondary: destination,
        amount: value,
        vesting_send_message_data: { query_id: query, message_boc: bocWithoutChecksum(message) },
      },
      isFailed: !wasSent(anchor, { destination, value, body: bodySlice }),
    };
  },
};

/** Whether the vesting wallet sent the message that it was asked for. */
function wasSent(
  anchor: Block,
  wanted: { readonly destination: string | null; readonly value: bigint; readonly body: CellSlice },
): boolean {
  const bodyHash = hashOf(wanted.body);
  return anchor.node.transaction.outMessages.some(({ destination, value, bodyHash: sentHash }) => {
    if (destination !== wanted.destination) return false;
    return bodyHash === null ? value === wanted.value : sentHash === bodyHash;
  });
}

function hashOf(body: CellSlice): string | null {
  try {
    return Buffer.from(body.toCell().hash()).toString('base64');
  } catch (error) {
    if (error instanceof BocError) return null;
    throw error;
  }
}

const whitelistLayout = { opcode, queryId, first: address } satisfies Layout;
/** More addresses than a body can hold. */
const addressesMax = 1024;

const addWhitelist: Matcher = {
  name: 'vesting whitelist',
  pattern: call(0x7258a69b, { child: call(0xf258a69b) }),
  build(anchor) {
    const body = anchor.body();
    const { queryId: query, first } = read(body, whitelistLayout);
    const added = [first];
    for (let slice = body; slice.remainingRefs > 0 && added.length < addressesMax; ) {
      slice = slice.loadRefSlice();
      added.push(address.read(slice));
    }
    return {
      type: 'vesting_add_whitelist',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        vesting_add_whitelist_data: { query_id: query, accounts_added: added },
      },
    };
  },
};

export const vestingMatchers = { sendMessage, addWhitelist };
