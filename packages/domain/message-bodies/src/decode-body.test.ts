import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import { beginCell, Address as CoreAddress, type Cell as CoreCell } from '@ton/core';
import { decodeBody, decodeBodySlice } from './decode-body.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';

const tag = (value: number): CellBuilder => new CellBuilder().storeUint(value, 32);
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const comment = (text: string): Cell => tag(0).storeBytes(bytesOf(text)).endCell();
const inMessage = (cell: Cell): unknown => renderDeployed(decodeBody(Bag.of(cell)), { place: 'message' });
const inDecode = (cell: Cell): unknown => renderDeployed(decodeBody(Bag.of(cell)), { place: 'decode' });
const byContract = (cell: Cell): unknown => renderContract(decodeBody(Bag.of(cell)), { place: 'message' });
const base64Of = (cell: Cell): string => Buffer.from(writeBag([cell], { crc: true })).toString('base64');
const fromCore = (cell: CoreCell): Cell => {
  const bag = Bag.parse(cell.toBoc());
  return bag.toCell(bag.root);
};

describe('a text comment', () => {
  it('is rewritten in a message, with its keys sorted, and is not in the decode endpoint', () => {
    expect(JSON.stringify(inMessage(comment('hello')))).toBe(
      '{"@type":"text_comment","comment":"hello","type":"text_comment"}',
    );
    expect(JSON.stringify(inDecode(comment('hello')))).toBe('{"@type":"text_comment","text":"hello"}');
    expect(byContract(comment('hello'))).toEqual({ type: 'text_comment', comment: 'hello', data: { text: 'hello' } });
  });

  it('goes on in the only reference of each cell', () => {
    const long = 'длинный текст '.repeat(60);
    let tail: CoreCell | undefined;
    const pieces = [
      ...Buffer.from(long)
        .toString('hex')
        .matchAll(/.{1,240}/g),
    ].map(([hex]) => Buffer.from(hex, 'hex'));
    for (const [position, piece] of [...pieces.entries()].toReversed()) {
      const builder = beginCell();
      if (position === 0) builder.storeUint(0, 32);
      builder.storeBuffer(piece);
      if (tail !== undefined) builder.storeRef(tail);
      tail = builder.endCell();
    }

    expect(inDecode(fromCore(tail!))).toEqual({ '@type': 'text_comment', text: long });
  });

  it('is found in the first reference where there are two', () => {
    const text = new CellBuilder().storeBytes(bytesOf('inside')).endCell();
    const cell = tag(0).storeRef(text).storeRef(text).endCell();

    expect(inDecode(cell)).toEqual({ '@type': 'text_comment', text: 'inside' });
  });

  it('may be empty', () => {
    expect(inMessage(comment(''))).toEqual({ '@type': 'text_comment', comment: '', type: 'text_comment' });
  });

  it('that is not UTF-8 is unknown to the deployed API and a binary comment in the contract', () => {
    const cell = tag(0)
      .storeBytes(new Uint8Array([0xff, 0xfe, 0x00]))
      .endCell();

    expect(inMessage(cell)).toBeNull();
    expect(inDecode(cell)).toEqual({ error: 'unknown: no parser succeeded' });
    expect(byContract(cell)).toEqual({ type: 'binary_comment', data: { hex_comment: 'fffe00' } });
  });

  it('that is itself a bag of cells is replaced by what it holds, as deployed', () => {
    const text = base64Of(comment('inner'));

    expect(inDecode(comment(text))).toEqual({
      '@type': 'text_comment',
      text: { '@type': 'text_comment', text: 'inner' },
    });
    expect(inMessage(comment(text))).toEqual({ '@type': 'text_comment', comment: text, type: 'text_comment' });
    expect(byContract(comment(text))).toEqual({ type: 'text_comment', comment: text, data: { text } });
  });

  it('that looks like a bag of cells and is none stays as it is', () => {
    expect(inDecode(comment('te6cck?'))).toEqual({ '@type': 'text_comment', text: 'te6cck?' });
  });

  it('that is encrypted shows the rest as a cell under an unnamed field', () => {
    const rest = new CellBuilder().storeUint(0xabcd, 16).endCell();

    expect(inMessage(tag(0x2167da4b).storeCell(rest).endCell())).toEqual({
      '@type': 'encrypted_text_comment',
      cipher_text: { '': base64Of(rest) },
    });
  });
});

describe('a jetton transfer', () => {
  const owner = CoreAddress.parseRaw(`0:${'ab'.repeat(32)}`);
  const transfer = (payload: (builder: ReturnType<typeof beginCell>) => void): Cell => {
    const builder = beginCell()
      .storeUint(0x0f8a7ea5, 32)
      .storeUint(7, 64)
      .storeCoins(1000)
      .storeAddress(owner)
      .storeAddress(null)
      .storeBit(false)
      .storeCoins(1);
    payload(builder);
    return fromCore(builder.endCell());
  };
  const head = {
    '@type': 'jetton_transfer',
    query_id: '7',
    amount: { '@type': 'var_uint', len: '2', value: '1000' },
    destination: {
      '@type': 'addr_std',
      anycast: { '@type': 'nothing_from_maybe' },
      workchain_id: '0',
      address: 'AB'.repeat(32),
    },
    response_destination: { '@type': 'addr_none' },
    custom_payload: { '@type': 'nothing_from_maybe' },
    forward_ton_amount: { '@type': 'var_uint', len: '1', value: '1' },
  };
  const hi = beginCell().storeUint(0, 32).storeStringTail('hi').endCell();
  const shownHi = { '@type': 'text_comment', text: 'hi' };

  it('written by @ton/core prints in the order of the schema, its payload decoded and not rewritten', () => {
    const expected = { ...head, forward_payload: { '@type': 'second_from_either', value: shownHi } };
    const shown = inMessage(transfer((builder) => builder.storeBit(true).storeRef(hi)));

    expect(JSON.stringify(shown)).toBe(JSON.stringify(expected));
  });

  it('has its keys sorted by the decode endpoint, at every depth', () => {
    const shown = inDecode(transfer((builder) => builder.storeBit(false).storeSlice(hi.beginParse()))) as object;

    expect(Object.keys(shown)).toEqual(Object.keys(head).concat('forward_payload').toSorted());
    expect(JSON.stringify(shown)).toContain('"destination":{"@type":"addr_std","address":"ABAB');
  });

  it('prints an empty payload as an empty cell and an unreadable one as the cell', () => {
    const odd = beginCell().storeUint(5, 3).endCell();

    expect(inMessage(transfer((builder) => builder.storeBit(false)))).toEqual({
      ...head,
      forward_payload: { '@type': 'first_from_either', value: { '@type': 'empty_cell' } },
    });
    expect(inMessage(transfer((builder) => builder.storeBit(true).storeRef(odd)))).toEqual({
      ...head,
      forward_payload: { '@type': 'second_from_either', value: base64Of(fromCore(odd)) },
    });
  });

  it('without its payload is no jetton transfer', () => {
    expect(inDecode(transfer(() => undefined))).toEqual({ error: 'unknown: no parser succeeded' });
  });

  it('shows a cell in it that is exotic as it is', () => {
    const library = libraryReference(new Uint8Array(32).fill(7));
    const cell = tag(0x7362d09c)
      .storeUint(1, 64)
      .storeCoins(1n)
      .storeUint(0, 2)
      .storeBit(true)
      .storeRef(library)
      .endCell();

    expect(inMessage(cell)).toMatchObject({ forward_payload: { value: base64Of(library) } });
  });

  it('keeps a non-minimal amount as long as it is', () => {
    const cell = tag(0x1690c604).storeUint(1, 64).storeUint(3, 4).storeUint(5, 24).endCell();

    expect(inMessage(cell)).toMatchObject({
      amount: { '@type': 'nanocoins', amount: { '@type': 'var_uint', len: '3', value: '5' } },
    });
  });

  it('has bodies in its body in the same form in the contract', () => {
    const shown = byContract(transfer((builder) => builder.storeBit(true).storeRef(hi)));
    const { '@type': type, ...fields } = head;

    expect(shown).toEqual({
      type,
      data: {
        ...fields,
        forward_payload: {
          '@type': 'second_from_either',
          value: { type: 'text_comment', comment: 'hi', data: { text: 'hi' } },
        },
      },
    });
  });
});

describe('several constructors with one tag', () => {
  const internalTransfer = (): CellBuilder =>
    tag(0x178d4519).storeUint(1, 64).storeCoins(5n).storeUint(0, 2).storeUint(0, 2).storeCoins(0n);

  it('are tried until one parses: an internal transfer without the Either bit', () => {
    expect(inMessage(internalTransfer().endCell())).toMatchObject({
      '@type': 'jetton_internal_transfer',
      forward_payload: { '@type': 'empty_cell' },
    });
    expect(inMessage(internalTransfer().storeBit(false).endCell())).toMatchObject({
      forward_payload: { '@type': 'first_from_either', value: { '@type': 'empty_cell' } },
    });
  });

  it('include the deletion of a DNS record, which has no record', () => {
    const deletion = tag(0x4eb1f0f9).storeUint(0, 64).storeUint(1n, 256);

    expect(inMessage(deletion.endCell())).toEqual({
      '@type': 'delete_dns_record',
      query_id: '0',
      key: `${'0'.repeat(63)}1`,
    });
  });

  it('show a wallet v5 request that cannot be read as its tag and the rest', () => {
    const cell = tag(0x7369676e).storeUint(1, 8).endCell();

    expect(inMessage(cell)).toEqual({
      '@type': 'w5_external_signed_request',
      rest: base64Of(new CellBuilder().storeUint(1, 8).endCell()),
    });
  });
});

describe('a DNS record', () => {
  it('prints its flags and the list that they announce', () => {
    const record = new CellBuilder()
      .storeUint(0xad01, 16)
      .storeUint(3n, 256)
      .storeUint(1, 8)
      .storeUint(1, 1)
      .storeUint(0x4854, 16)
      .storeUint(0, 1)
      .endCell();
    const cell = tag(0x4eb1f0f9).storeUint(0, 64).storeUint(1n, 256).storeRef(record).endCell();

    expect(inMessage(cell)).toMatchObject({
      '@type': 'change_dns_record',
      value: {
        '@type': 'dns_adnl_address',
        flags: '1',
        proto_list: {
          '@type': 'proto_list_next',
          item: { '@type': 'proto_http' },
          next: { '@type': 'proto_list_nil' },
        },
      },
    });
  });

  it('with flags above one is none', () => {
    const record = new CellBuilder().storeUint(0xad01, 16).storeUint(3n, 256).storeUint(2, 8).endCell();
    const cell = tag(0x4eb1f0f9).storeUint(0, 64).storeUint(1n, 256).storeRef(record).endCell();

    expect(inMessage(cell)).toMatchObject({ '@type': 'delete_dns_record' });
  });
});

describe('a body that says nothing', () => {
  it('is an empty cell if it is empty', () => {
    const empty = new CellBuilder().endCell();

    expect(inMessage(empty)).toEqual({ '@type': 'empty_cell' });
    expect(inDecode(empty)).toEqual({ '@type': 'empty_cell' });
  });

  it('is too small under 32 bits', () => {
    expect(inDecode(new CellBuilder().storeUint(1, 31).endCell())).toEqual({
      error: 'unknown: boc is too small, size 31',
    });
    expect(inMessage(new CellBuilder().storeRef(comment('x')).endCell())).toBeNull();
    expect(byContract(new CellBuilder().storeUint(1, 31).endCell())).toBeUndefined();
  });

  it('has an error in the decode endpoint of the contract too', () => {
    const decoding = decodeBody(Bag.of(tag(0x12345678).endCell()));

    expect(renderContract(decoding, { place: 'decode' })).toEqual({
      type: 'unknown',
      error: 'unknown: no parser succeeded',
    });
  });

  it('has no parser where its tag is known but its fields are not all there', () => {
    const cell = tag(0xea06185d).storeUint(1, 64).endCell();

    expect(inMessage(cell)).toBeNull();
    expect(inDecode(cell)).toEqual({ error: 'unknown: no parser succeeded' });
    expect(byContract(cell)).toBeUndefined();
  });

  it('is reported as a fault of reading where its cell is exotic', () => {
    expect(inDecode(libraryReference(new Uint8Array(32)))).toEqual({
      error: expect.stringContaining('unknown: vm error - '),
    });
  });
});

describe('decodeBodySlice', () => {
  it('decodes what is left of a slice and does not move it', () => {
    const cell = new CellBuilder().storeUint(7, 9).storeCell(comment('inline')).endCell();
    const bag = Bag.of(cell);
    const slice = bag.slice(bag.root);
    slice.skipBits(9);
    const left = slice.remainingBits;

    expect(decodeBodySlice(slice)).toMatchObject({ kind: 'decoded', type: 'text_comment', comment: 'inline' });
    expect(slice.remainingBits).toBe(left);
  });
});
