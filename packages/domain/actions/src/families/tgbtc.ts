import { address, big, coins, type Layout, opcode, read } from '../bodies/layout.ts';
import { burnNotificationOpcode } from '../bodies/opcodes.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockOf, blockThat, call, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import type { JettonBurnData, JettonMintData } from './jettons.ts';

const mintLogOpcode = 0x77a80ef3;
const mintLogLayout = { opcode, amount: coins, recipient: address, transactionId: big(256) } satisfies Layout;
const mintHeadOpcode = 0x3f781d24;
/** How many blocks may lie between the request for a mint and its end. */
const mintStepsMax = 20;

function readMintLog(log: Block) {
  const { amount, recipient, transactionId } = read(log.body(), mintLogLayout);
  const bytes = Buffer.from(transactionId.toString(16).padStart(64, '0'), 'hex');
  return { amount, recipient, bitcoinId: bytes.reverse().toString('hex') };
}

/** The proof of a Bitcoin transaction goes through many messages before tokens are minted for it. */
const mint: Matcher = {
  name: 'tgBTC mint',
  pattern: call(0xe42a879b, { children: [labeledCall('log', mintLogOpcode), labeledBlock('mint', 'jetton_mint')] }),
  build(anchor, match) {
    const between: Block[] = [];
    let head = anchor.previous;
    while (head !== null && head.opcode !== mintHeadOpcode && between.length < mintStepsMax) {
      between.push(head);
      head = head.previous;
    }
    if (head === null || head.opcode !== mintHeadOpcode) return null;
    const { amount, recipient, bitcoinId } = readMintLog(match.find('log')!);
    const minted = match.find('mint')!.data as JettonMintData;
    return {
      type: 'tgbtc_mint',
      row: {
        source: head.source,
        source_secondary: head.destination,
        destination: recipient,
        destination_secondary: minted.receiverWallet,
        amount,
        asset: minted.asset,
        extra: { btc_txid: bitcoinId },
      },
      merged: [anchor, ...match.blocks, ...between, head],
    };
  },
};

const mintFallback: Matcher = {
  name: 'tgBTC mint log',
  pattern: call(mintLogOpcode),
  build(anchor) {
    const { amount, recipient, bitcoinId } = readMintLog(anchor);
    return {
      type: 'tgbtc_mint',
      storedAs: 'tgbtc_mint_fallback',
      row: { source: anchor.source, destination: recipient, amount, extra: { btc_txid: bitcoinId } },
    };
  },
};

const burnLogOpcode = 0xca444ce6;
const burnLogLayout = { opcode, amount: coins } satisfies Layout;

/** Old logs have other fields behind the amount. */
function readBurnLog(log: Block) {
  const body = log.body();
  const { amount } = read(body, burnLogLayout);
  const sender = orNull(() => address.read(body));
  const pegout = orNull(() => address.read(body));
  return { amount, sender, pegout };
}

const pegout = optional(
  call(0xbe44e7a6, { children: [optional(call(0x1a84c0e0)), optional(blockOf('ton_transfer'))] }),
);

const burn: Matcher = {
  name: 'tgBTC burn',
  pattern: blockOf('jetton_burn', {
    child: call([burnNotificationOpcode, 0x587643a2], { children: [labeledCall('log', burnLogOpcode), pegout] }),
  }),
  build(anchor, match) {
    const { owner, wallet, asset, amount: burnt } = anchor.data as JettonBurnData;
    const log = readBurnLog(match.find('log')!);
    return {
      type: 'tgbtc_burn',
      row: {
        source: owner,
        source_secondary: wallet,
        destination: log.pegout,
        amount: log.amount < burnt ? log.amount : burnt,
        asset,
      },
    };
  },
};

const burnFallback: Matcher = {
  name: 'tgBTC burn log',
  pattern: call(burnLogOpcode),
  build(anchor) {
    const { amount, sender, pegout: destination } = readBurnLog(anchor);
    return { type: 'tgbtc_burn', storedAs: 'tgbtc_burn_fallback', row: { source: sender, destination, amount } };
  },
};

const newKeyLogOpcode = 0x27756729;
const newKeyLogLayout = { opcode, amount: coins, key: big(256), pegout: address } satisfies Layout;
const dkgLogOpcode = 0x453443a6;
const dkgLogLayout = { opcode, timestamp: big(64), key: big(256) } satisfies Layout;

function keyText(key: bigint): string {
  return key.toString(16);
}

const newKey: Matcher = {
  name: 'tgBTC new key',
  pattern: call(0x690f357a, {
    children: [labeledCall('log', newKeyLogOpcode), pegout],
    parent: blockThat({}, { child: labeledCall('dkg', dkgLogOpcode) }),
  }),
  build(_anchor, match) {
    const log = match.find('log')!;
    const dkg = match.find('dkg')!;
    const { amount, key, pegout: destination } = read(log.body(), newKeyLogLayout);
    return {
      type: 'tgbtc_new_key',
      row: {
        source: dkg.source,
        destination: log.source,
        destination_secondary: destination,
        amount,
        value: read(dkg.body(), dkgLogLayout).timestamp,
        extra: { pubkey: keyText(key) },
      },
    };
  },
};

const newKeyFallback: Matcher = {
  name: 'tgBTC new key log',
  pattern: call(newKeyLogOpcode),
  build(anchor) {
    const { amount, key, pegout: destination } = read(anchor.body(), newKeyLogLayout);
    return {
      type: 'tgbtc_new_key',
      storedAs: 'tgbtc_new_key_fallback',
      row: {
        destination: anchor.source,
        destination_secondary: destination,
        amount,
        extra: { pubkey: keyText(key) },
      },
    };
  },
};

const dkgLog: Matcher = {
  name: 'tgBTC DKG log',
  pattern: call(dkgLogOpcode),
  build(anchor) {
    const { timestamp, key } = read(anchor.body(), dkgLogLayout);
    return {
      type: 'tgbtc_dkg_log',
      storedAs: 'tgbtc_dkg_log_fallback',
      row: { source: anchor.source, value: timestamp, extra: { pubkey: keyText(key) } },
    };
  },
};

export const tgbtcMatchers = { mint, burn, newKey, mintFallback, burnFallback, newKeyFallback, dkgLog };
