import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { decodeBody } from './decode-body.ts';
import { decodeLimits } from './decode-budget.ts';
import type { BodyDecoding } from './decoded-value.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';

/** What is not bounded takes hours. */
const timeMaxMs = 10_000;

/** Decodes and renders in every way, within the time. */
function boundedly(cell: Cell): BodyDecoding {
  const bag = Bag.of(cell);
  const started = performance.now();
  const decoding = decodeBody(bag);
  for (const place of ['message', 'decode'] as const) {
    JSON.stringify(renderDeployed(decoding, { place }));
    JSON.stringify(renderContract(decoding, { place }));
  }
  expect(performance.now() - started).toBeLessThan(timeMaxMs);
  return decoding;
}

function chain(length: number, first: (builder: CellBuilder) => CellBuilder, step = first): Cell {
  let cell = step(new CellBuilder()).endCell();
  for (let position = 2; position <= length; position += 1) {
    cell = (position === length ? first : step)(new CellBuilder()).storeRef(cell).endCell();
  }
  return cell;
}

/** Transfers whose custom payload and forward payload are the same cell, again and again: 2^depth bodies. */
function doublingTransfers(depth: number): Cell {
  let cell = new CellBuilder().storeUint(0, 32).endCell();
  for (let level = 0; level < depth; level += 1) {
    cell = new CellBuilder()
      .storeUint(0x0f8a7ea5, 32)
      .storeUint(level, 64)
      .storeCoins(1n)
      .storeUint(0, 4)
      .storeBit(true)
      .storeRef(cell)
      .storeCoins(1n)
      .storeBit(true)
      .storeRef(cell)
      .endCell();
  }
  return cell;
}

/** Excesses in payloads in payloads. */
function nestedNotifications(depth: number): Cell {
  let cell = new CellBuilder().storeUint(0xd53276db, 32).storeUint(1, 64).endCell();
  for (let level = 0; level < depth; level += 1) {
    cell = new CellBuilder()
      .storeUint(0x7362d09c, 32)
      .storeUint(level, 64)
      .storeCoins(1n)
      .storeUint(0, 2)
      .storeBit(true)
      .storeRef(cell)
      .endCell();
  }
  return cell;
}

/** A withdrawal at EVAA with so many prices, each in the cell before it. */
function withdrawalWithPrices(count: number): Cell {
  let price = new CellBuilder().storeUint(0, 256).storeCoins(1n).storeBit(false).endCell();
  for (let position = 1; position < count; position += 1) {
    price = new CellBuilder().storeUint(position, 256).storeCoins(1n).storeBit(true).storeRef(price).endCell();
  }
  const nothing = new CellBuilder().endCell();
  const oracle = new CellBuilder().storeUint(0, 32).storeUint(0, 512).storeBit(false).storeRef(nothing).endCell();
  return new CellBuilder()
    .storeUint(0x00000002, 32)
    .storeUint(1, 64)
    .storeUint(0, 256 + 64)
    .storeUint(0b100, 3)
    .storeUint(0, 8 + 256)
    .storeUint(0, 2 + 64)
    .storeRef(nothing)
    .storeRef(new CellBuilder().storeRef(price).storeRef(oracle).endCell())
    .endCell();
}

describe('a hostile body', () => {
  it('with typed references in each other is decoded up to the bound, and does not fit below it', () => {
    // The first price is the second reference below the body.
    const deepest = decodeLimits.referenceDepthMax - 1;

    expect(boundedly(withdrawalWithPrices(deepest))).toMatchObject({ kind: 'decoded', type: 'evaa_withdraw_master' });
    expect(boundedly(withdrawalWithPrices(deepest + 1))).toEqual({ kind: 'unknown', reason: 'no parser succeeded' });
    expect(boundedly(withdrawalWithPrices(1_000))).toEqual({ kind: 'unknown', reason: 'no parser succeeded' });
  });

  it('with four references to one long chain at every step costs no more than the bound', () => {
    let signature = new CellBuilder().storeUint(1, 2).endCell();
    for (let level = 0; level < 200; level += 1) {
      signature = new CellBuilder().storeUint(0, 2).storeRef(signature).endCell();
    }
    const price = new CellBuilder().storeUint(0, 196).endCell();
    const twice = new CellBuilder().storeRef(price).storeRef(signature).storeRef(price).storeRef(signature).endCell();
    const created = new CellBuilder().storeUint(1, 8).storeCell(twice).endCell();
    const oracle = new CellBuilder().storeUint(3, 8).storeRef(twice).storeRef(created).storeUint(0, 2).endCell();
    const intentFor = (next: Cell | undefined): Cell => {
      const order = new CellBuilder().storeUint(6, 4).storeBit(true).endCell();
      const addresses = new CellBuilder().storeUint(4, 3).storeUint(0, 264).storeUint(4, 3).storeUint(0, 264);
      const builder = new CellBuilder().storeBit(true).storeRef(addresses.storeRef(order).endCell()).storeRef(oracle);
      builder.storeBit(next !== undefined);
      return (next === undefined ? builder : builder.storeRef(next)).endCell();
    };
    const notification = (intents: number): Cell => {
      let intent = intentFor(undefined);
      for (let position = 1; position < intents; position += 1) intent = intentFor(intent);
      return new CellBuilder()
        .storeUint(0x367f2743, 32)
        .storeUint(1, 64)
        .storeUint(0, 4)
        .storeUint(4, 3)
        .storeUint(0, 264)
        .storeUint(4, 3)
        .storeUint(0, 264)
        .storeUint(0, 3)
        .storeRef(intent)
        .endCell();
    };

    expect(boundedly(notification(4))).toMatchObject({ kind: 'decoded', type: 'storm_fail_notification' });
    expect(boundedly(notification(100))).toEqual({
      kind: 'unknown',
      reason: 'decode limit - boc cell expansion limit exceeded',
    });
  });

  it('with a dictionary whose forks share their cells costs no more than the bound', () => {
    // int_msg_info without flags, from nobody to a standard address, with nothing; no init, an empty inline body.
    const message = new CellBuilder().storeUint(0, 6).storeUint(4, 3).storeUint(0, 264).storeUint(0, 111).endCell();
    let edge = new CellBuilder().storeUint(0, 2).storeUint(3, 8).storeRef(message).endCell();
    for (let level = 0; level < 16; level += 1) {
      edge = new CellBuilder().storeUint(0, 2).storeRef(edge).storeRef(edge).endCell();
    }
    const cell = new CellBuilder()
      .storeUint(0xad7eb309, 32)
      .storeUint(0, 480)
      .storeUint(1, 32)
      .storeUint(2, 64)
      .storeBit(true)
      .storeRef(edge)
      .endCell();

    expect(boundedly(cell)).toEqual({
      kind: 'unknown',
      reason: 'decode limit - boc cell expansion limit exceeded',
    });
  });

  it('with bodies that double at every level is unknown as a whole', () => {
    expect(boundedly(doublingTransfers(6)).kind).toBe('decoded');
    expect(boundedly(doublingTransfers(10))).toEqual({
      kind: 'unknown',
      reason: 'recursive decode error - recursive decode operation limit exceeded',
    });
    expect(boundedly(doublingTransfers(500)).kind).toBe('unknown');
  });

  it('with bodies in bodies is decoded ten deep below the first, and shown as it is below that', () => {
    const shown = (depth: number): string =>
      JSON.stringify(renderDeployed(boundedly(nestedNotifications(depth)), { place: 'message' }));

    expect(shown(decodeLimits.nestedDepthMax + 1)).toContain('"excess"');
    expect(shown(decodeLimits.nestedDepthMax + 2)).not.toContain('"excess"');
    expect(shown(decodeLimits.nestedDepthMax + 2)).toContain('"te6c');
    expect(shown(900)).toContain('"te6c');
  });

  it('with a text as deep as cells go is a comment', () => {
    const cell = chain(
      1_023,
      (builder) => builder.storeUint(0, 32),
      (builder) => builder.storeUint(0x61, 8),
    );

    expect(boundedly(cell)).toMatchObject({ kind: 'decoded', type: 'text_comment', comment: 'a'.repeat(1_022) });
  });

  it('with an out list as deep as cells go ends in bounded stack', () => {
    const action = (builder: CellBuilder): CellBuilder =>
      builder.storeUint(0x36e6b809, 32).storeUint(0, 8).storeCoins(1n).storeBit(false);
    const list = chain(1_000, action, action);
    const cell = new CellBuilder().storeUint(0xae42e5a4, 32).storeUint(1, 64).storeRef(list).endCell();

    expect(boundedly(cell)).toMatchObject({ kind: 'decoded', type: 'highload_v3_internal_request' });
  });

  it('with extended actions as deep as cells go ends in bounded stack', () => {
    const actions = chain(900, (builder) => builder.storeUint(4, 8).storeBit(true));
    const cell = new CellBuilder()
      .storeUint(0x6578746e, 32)
      .storeUint(1, 64)
      .storeUint(1, 2)
      .storeUint(4, 8)
      .storeBit(true)
      .storeRef(actions)
      .endCell();

    expect(boundedly(cell)).toMatchObject({ kind: 'decoded', type: 'w5_extension_action_request' });
  });

  it('with a label longer than the key is no dictionary', () => {
    const edge = new CellBuilder().storeUint(2, 2).storeUint(17, 5).storeUint(0, 17).endCell();
    const cell = new CellBuilder()
      .storeUint(0xad7eb309, 32)
      .storeUint(0, 480)
      .storeUint(1, 32)
      .storeUint(2, 64)
      .storeBit(true)
      .storeRef(edge)
      .endCell();

    expect(boundedly(cell)).toEqual({ kind: 'unknown', reason: 'no parser succeeded' });
  });

  it('whose unreadable parts are big stays under the bound of the output', () => {
    // Each leaf of a small dictionary refers to the same big tree, which would be printed once per leaf.
    let big = new CellBuilder().endCell();
    for (let index = 0; index < 900; index += 1) {
      const builder = new CellBuilder().storeUint(index, 16).storeBytes(new Uint8Array(120).fill(index));
      big = builder.storeRef(big).endCell();
    }
    let cell = new CellBuilder().storeUint(0, 8).endCell();
    for (let level = 0; level < 60; level += 1) {
      cell = new CellBuilder().storeUint(0xad4de08e, 32).storeRef(cell).storeRef(big).endCell();
    }
    const list = new CellBuilder().storeUint(0xae42e5a4, 32).storeUint(1, 64).storeRef(cell).endCell();
    const decoding = boundedly(list);

    expect(['unknown', 'decoded']).toContain(decoding.kind);
    expect(JSON.stringify(renderDeployed(decoding, { place: 'message' })).length).toBeLessThan(
      2 * decodeLimits.outputBytesMax,
    );
  });
});
