import { type CellSlice } from '@tonriver/boc';
import { readSnake } from '../bodies/comment.ts';
import { big, type Layout, read, reference, uint } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockOf, call, labeledCall, optional, type Pattern } from '../engine/pattern.ts';
import { transferData } from './jettons.ts';

const event = optional(call(0xe33b9873));
const tonTransfer = optional(blockOf('ton_transfer'));

/** Bits before the fields of every `md` cell: its name and the places of its fields. */
const headerBits = 350;

const sendLayout = {
  requestId: big(64),
  manager: big(256),
  library: big(256),
  packet: reference,
  options: reference,
  quote: reference,
} satisfies Layout;
const quoteLayout = { connection: big(256), nativeFee: big(128), zroFee: big(128) } satisfies Layout;
const packetLayout = { path: reference, message: reference, nonce: big(64), guid: big(256) } satisfies Layout;
const pathLayout = {
  sourceEndpoint: uint(32),
  sourceApp: big(256),
  destinationEndpoint: uint(32),
  destinationApp: big(256),
} satisfies Layout;
function readMd<L extends Layout>(slice: CellSlice, layout: L) {
  slice.skipBits(headerBits);
  return read(slice, layout);
}

/** The body of a message: `{op, query_id, donation, origin, ^md}`; its md cell. */
function mdOf(block: Block): CellSlice {
  return block.body().loadRefSlice();
}

/** Columns of a packet, and who is meant to receive it. */
function readPacket(packetCell: CellSlice) {
  const { path, message, nonce, guid } = readMd(packetCell, packetLayout);
  const { sourceEndpoint, sourceApp, destinationEndpoint, destinationApp } = readMd(path, pathLayout);
  const bytes = readSnake(message);
  const columns = (hex: (value: bigint) => string) => ({
    src_oapp: hex(sourceApp),
    dst_oapp: hex(destinationApp),
    src_eid: sourceEndpoint,
    dst_eid: destinationEndpoint,
    nonce: Number(nonce),
    guid: hex(guid),
    message: `0x${Buffer.from(bytes).toString('hex')}`,
  });
  return { destinationApp, shown: columns(shortHex), whole: columns(wholeHex) };
}

/** As the reference writes it: without leading zeros. */
function shortHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

function wholeHex(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

const send: Matcher = {
  name: 'LayerZero send',
  pattern: call(0xdd4ea3b4, {
    child: call(0x536feb09, {
      child: call(0x4002b790, {
        child: call(0x5de68393, {
          child: labeledCall('channel', 0x421c1a25, {
            children: [
              event,
              ...Array.from({ length: 5 }, (): Pattern => tonTransfer),
              labeledCall('callback', 0xa2b5fbae, { children: [event, tonTransfer] }),
            ],
          }),
        }),
      }),
    }),
  }),
  build(anchor, match) {
    const callback = match.find('callback')!;
    const sent = mdOf(callback).loadRefSlice().loadRefSlice();
    const { requestId, manager, library, packet, quote } = readMd(sent, sendLayout);
    const { nativeFee, zroFee } = read(quote, quoteLayout);
    const { shown, whole } = readPacket(packet);
    const columns = (hex: (value: bigint) => string) => ({
      send_request_id: Number(requestId),
      msglib_manager: hex(manager),
      msglib: hex(library),
      uln: match.call(0x5de68393)!.destination,
      native_fee: Number(nativeFee),
      zro_fee: Number(zroFee),
      endpoint: anchor.destination,
      channel: match.call(0x536feb09)!.destination,
    });
    return {
      type: 'layerzero_send',
      row: { source: anchor.source, layerzero_send_data: columns(shortHex), layerzero_packet_data: shown },
      correction: { row: { layerzero_send_data: columns(wholeHex), layerzero_packet_data: whole } },
    };
  },
};

const sendTokens: Matcher = {
  name: 'LayerZero send tokens',
  pattern: blockOf('layerzero_send', {
    parent: blockOf('jetton_transfer', { label: 'transfer', child: labeledCall('event', 0xe33b9873) }),
  }),
  build(anchor, match) {
    const transfer = match.find('transfer')!;
    const { sender, senderWallet, receiver, receiverWallet, asset, amount } = transferData(transfer);
    const { layerzero_send_data: sent, layerzero_packet_data: packet } = anchor.row;
    return {
      type: 'layerzero_send_tokens',
      row: {
        source: sender,
        source_secondary: senderWallet,
        destination: receiver,
        destination_secondary: receiverWallet,
        asset,
        amount,
        layerzero_send_data: sent,
        layerzero_packet_data: packet,
      },
      correction: anchor.correction,
    };
  },
};

const receive: Matcher = {
  name: 'LayerZero receive',
  pattern: call(0x22f3ac09, {
    children: [
      tonTransfer,
      call(0x97df404c, {
        child: call(0xb7680bc6, {
          child: labeledCall('delivery', 0x0c7b8418, {
            children: [event, call(0xcaae25a1, { children: [event, tonTransfer] })],
          }),
        }),
      }),
    ],
  }),
  build(anchor, match) {
    const delivery = match.find('delivery')!;
    const { destinationApp, shown, whole } = readPacket(mdOf(delivery).loadRefSlice());
    const receiver = delivery.destination?.split(':')[1]?.toLowerCase() ?? '';
    if (wholeHex(destinationApp) !== `0x${receiver}`) return null;
    return {
      type: 'layerzero_receive',
      row: {
        source: anchor.source,
        destination: delivery.destination,
        destination_secondary: delivery.source,
        layerzero_packet_data: shown,
      },
      correction: { row: { layerzero_packet_data: whole } },
      isHidden: shortHex(destinationApp) !== `0x${receiver}`,
    };
  },
};

const commitPacket: Matcher = {
  name: 'LayerZero commit packet',
  pattern: call(0x28b97077, {
    child: labeledCall('connection', 0xf9d37b80, {
      child: labeledCall('endpoint', 0x5dab749a, {
        child: labeledCall('channel', 0x5388cd88, {
          children: [event, labeledCall('result', 0x5e178f33, { child: tonTransfer })],
        }),
      }),
    }),
  }),
  build(anchor, match) {
    const connection = match.find('connection')!.destination;
    const channel = match.find('channel')!;
    const { shown, whole } = readPacket(mdOf(channel).loadRefSlice());
    return {
      type: 'layerzero_commit_packet',
      row: {
        source: anchor.source,
        source_secondary: match.find('endpoint')!.destination,
        destination: connection,
        destination_secondary: connection,
        asset: channel.destination,
        asset_secondary: match.find('result')!.destination,
        layerzero_packet_data: shown,
      },
      correction: { row: { destination: anchor.destination, layerzero_packet_data: whole } },
    };
  },
};

const statuses = new Map<number, string>([
  [0x3bbc306b, 'succeeded'],
  [0x7fcbb4ac, 'nonce_out_of_range'],
  [0x29c53fab, 'dvn_not_configured'],
]);

const verifyLayout = { nonce: big(64), status: uint(32) } satisfies Layout;

const verify: Matcher = {
  name: 'LayerZero DVN verify',
  pattern: call(0xa0d51a8d, {
    child: labeledCall('proxy', 0x09f047d9, {
      child: labeledCall('uln', 0x994aaf4e, {
        child: labeledCall('connection', 0x4ec8f80a, {
          children: [event, labeledCall('result', 0x3cb38090, { child: tonTransfer })],
        }),
      }),
    }),
  }),
  build(anchor, match) {
    const { nonce, status } = readMd(mdOf(match.find('result')!).loadRefSlice(), verifyLayout);
    return {
      type: 'layerzero_dvn_verify',
      row: {
        source: anchor.source,
        layerzero_dvn_verify_data: {
          nonce: Number(nonce),
          status: statuses.get(status) ?? `unknown_${status}`,
          dvn: anchor.destination,
          proxy: match.find('proxy')!.destination,
          uln: match.find('uln')!.destination,
          uln_connection: match.find('connection')!.destination,
        },
      },
    };
  },
};

export const layerZeroMatchers = { send, sendTokens, receive, commitPacket, verify };
