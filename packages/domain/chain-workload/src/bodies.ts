import { type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountAddress, standardAddress, storeInternalAddress } from '@tonriver/chain-model';
import type { Random } from '@tonriver/chain-builder';

/** Makes message bodies of well-known forms. With `isDistinct` all bodies differ. */
export interface Bodies {
  empty(): Cell;
  comment(): Cell;
  randomTree(): Cell;
  queryId(): bigint;
  /** The body of an order to a wallet: signature, expiry, seqno and payloads. */
  walletOrder(seqno: number, payloads: readonly Cell[]): Cell;
  jettonTransfer(transfer: JettonTransfer): Cell;
  jettonInternalTransfer(transfer: JettonTransfer): Cell;
  jettonNotification(queryId: bigint, amount: bigint, from: AccountAddress): Cell;
  jettonBurn(queryId: bigint, amount: bigint, response: AccountAddress): Cell;
  jettonBurnNotification(queryId: bigint, amount: bigint, from: AccountAddress): Cell;
  excesses(queryId: bigint): Cell;
  nftTransfer(queryId: bigint, newOwner: AccountAddress, response: AccountAddress): Cell;
  nftOwnershipAssigned(queryId: bigint, previousOwner: AccountAddress): Cell;
}

interface JettonTransfer {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly to: AccountAddress;
  readonly response: AccountAddress;
}

const WORDS = [
  'river harbour lantern orchard meadow copper willow granite amber falcon',
  'invoice refund salary coffee tickets donation rent lunch gift thanks',
  'привет спасибо оплата 你好 感谢 🌊 🎁 ✅ ünïcödé ١٢٣',
].flatMap((line) => line.split(' '));

/** Writes a text to a chain of cells, as in comments: the rest of the text is in the reference. */
function snake(builder: CellBuilder, bytes: Uint8Array): Cell {
  const room = (1023 - builder.bitLength) >> 3;
  if (bytes.length <= room) return builder.storeBytes(bytes).endCell();
  builder.storeBytes(bytes.subarray(0, room));
  return builder.storeRef(snake(new CellBuilder(), bytes.subarray(room))).endCell();
}

function operation(code: number, queryId: bigint): CellBuilder {
  return new CellBuilder().storeUint(code, 32).storeUint(queryId, 64);
}

function storeAddress(builder: CellBuilder, address: AccountAddress): CellBuilder {
  storeInternalAddress(builder, standardAddress(address));
  return builder;
}

/** Creates the bodies of one workload. */
export function createBodies(random: Random, isDistinct: boolean): Bodies {
  let nonce = 0n;

  function queryId(): bigint {
    nonce++;
    // The low bits are a counter, so that equal random numbers still give different bodies.
    return isDistinct ? (BigInt(random.uint32()) << 32n) | nonce : BigInt(random.below(16));
  }

  function comment(): Cell {
    const count = random.chance(0.05) ? random.between(20, 60) : random.between(1, 6);
    const words = Array.from({ length: count }, () => random.pick(WORDS));
    if (isDistinct) words.push(`#${queryId().toString(36)}`);
    return snake(new CellBuilder().storeUint(0, 32), Buffer.from(words.join(' ')));
  }

  function tree(depth: number): Cell {
    const builder = new CellBuilder().storeBytes(random.bytes(random.between(4, 60)));
    if (random.chance(0.5)) builder.storeUint(random.below(8), 3);
    const branches = depth === 0 ? 0 : random.below(4);
    for (let index = 0; index < branches; index++) builder.storeRef(tree(depth - 1));
    return builder.endCell();
  }

  function randomTree(): Cell {
    const builder = operation(random.uint32(), queryId()).storeRef(tree(random.between(0, 3)));
    return builder.endCell();
  }

  function withForwarding(builder: CellBuilder, forwarded: bigint): Cell {
    builder.storeCoins(forwarded);
    if (random.chance(0.5)) return builder.storeBit(1).storeRef(comment()).endCell();
    return builder.storeBit(0).endCell();
  }

  return {
    empty: () => new CellBuilder().endCell(),
    comment,
    randomTree,
    queryId,
    walletOrder: (seqno, payloads) => {
      const builder = new CellBuilder()
        .storeBytes(random.bytes(64))
        .storeUint(698_983_191, 32)
        .storeUint(0xffffffff, 32)
        .storeUint(seqno, 32)
        .storeUint(3, 16);
      for (const payload of payloads.slice(0, 4)) builder.storeRef(payload);
      return builder.endCell();
    },
    jettonTransfer: ({ queryId: id, amount, to, response }) => {
      const builder = operation(0x0f8a7ea5, id).storeCoins(amount);
      storeAddress(storeAddress(builder, to), response).storeBit(0);
      return withForwarding(builder, 1n);
    },
    jettonInternalTransfer: ({ queryId: id, amount, to, response }) => {
      const builder = operation(0x178d4519, id).storeCoins(amount);
      storeAddress(storeAddress(builder, to), response);
      return withForwarding(builder, 1n);
    },
    jettonNotification: (id, amount, from) => {
      const builder = storeAddress(operation(0x7362d09c, id).storeCoins(amount), from);
      return random.chance(0.4) ? builder.storeBit(1).storeRef(comment()).endCell() : builder.storeBit(0).endCell();
    },
    jettonBurn: (id, amount, response) =>
      storeAddress(operation(0x595f07bc, id).storeCoins(amount), response).storeBit(0).endCell(),
    jettonBurnNotification: (id, amount, from) =>
      storeAddress(storeAddress(operation(0x7bdd97de, id).storeCoins(amount), from), from).endCell(),
    excesses: (id) => operation(0xd53276db, id).endCell(),
    nftTransfer: (id, newOwner, response) => {
      const builder = storeAddress(storeAddress(operation(0x5fcc3d14, id), newOwner), response);
      return withForwarding(builder.storeBit(0), 1n);
    },
    nftOwnershipAssigned: (id, previousOwner) =>
      storeAddress(operation(0x05138d91, id), previousOwner).storeBit(0).endCell(),
  };
}
