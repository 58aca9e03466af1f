import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { decodeBody } from './decode-body.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';

const tag = (value: number): CellBuilder => new CellBuilder().storeUint(value, 32);
const inMessage = (cell: Cell): unknown => renderDeployed(decodeBody(Bag.of(cell)), { place: 'message' });
const byContract = (cell: Cell): unknown => renderContract(decodeBody(Bag.of(cell)), { place: 'message' });

/** Stores a standard address of workchain 0 whose bytes are all the same. */
function storeAddress(builder: CellBuilder, byte: number): CellBuilder {
  return builder.storeUint(0b100, 3).storeInt(0, 8).storeBytes(new Uint8Array(32).fill(byte));
}

const address = (byte: string): unknown => ({
  '@type': 'addr_std',
  anycast: { '@type': 'nothing_from_maybe' },
  workchain_id: '0',
  address: byte.repeat(32),
});
const nothing = { '@type': 'nothing_from_maybe' };
const nanocoins = (len: string, value: string): unknown => ({
  '@type': 'nanocoins',
  amount: { '@type': 'var_uint', len, value },
});

describe('a swap at DeDust', () => {
  const parameters = new CellBuilder().storeUint(9, 32).storeUint(0, 4).storeUint(0, 2).endCell();
  const second = storeAddress(new CellBuilder(), 0xbb).storeBit(true).storeCoins(0n).storeBit(false).endCell();
  const step = (builder: CellBuilder): CellBuilder =>
    storeAddress(builder, 0xaa).storeBit(false).storeCoins(5n).storeBit(true).storeRef(second).storeRef(parameters);
  const printedStep = {
    '@type': 'step',
    pool_addr: address('AA'),
    params: {
      '@type': 'step_params',
      kind: { '@type': 'given_in' },
      limit: nanocoins('1', '5'),
      next: {
        '@type': 'something_from_maybe',
        value: {
          cell_reference: {
            '@type': 'step',
            pool_addr: address('BB'),
            params: {
              '@type': 'step_params',
              kind: { '@type': 'given_out' },
              limit: nanocoins('0', '0'),
              next: nothing,
            },
          },
        },
      },
    },
  };
  const printedParameters = {
    '@type': 'swap_params',
    deadline: { timestamp: '9' },
    recipient_addr: { '@type': 'addr_none' },
    referral_addr: { '@type': 'addr_none' },
    fulfill_payload: nothing,
    reject_payload: nothing,
  };

  it('has its first step under an unnamed field, the next one in a reference, and its parameters in a field', () => {
    const cell = step(tag(0xea06185d).storeUint(7, 64).storeCoins(300n)).endCell();

    expect(JSON.stringify(inMessage(cell))).toBe(
      JSON.stringify({
        '@type': 'dedust_swap',
        query_id: '7',
        amount: nanocoins('2', '300'),
        '': printedStep,
        swap_params: printedParameters,
      }),
    );
  });

  it('is the decoded payload of a jetton transfer', () => {
    const payload = step(tag(0xe3a0d482)).endCell();
    const transfer = tag(0x7362d09c).storeUint(1, 64).storeCoins(1n).storeUint(0, 2).storeBit(true).storeRef(payload);

    expect(inMessage(transfer.endCell())).toMatchObject({
      '@type': 'jetton_notify',
      forward_payload: {
        '@type': 'second_from_either',
        value: { '@type': 'dedust_swap', '': printedStep, swap_params: printedParameters },
      },
    });
    expect(byContract(transfer.endCell())).toMatchObject({
      data: { forward_payload: { value: { type: 'dedust_swap', data: { '': printedStep } } } },
    });
  });
});

describe('a type with a parameter', () => {
  const proof = (): CellBuilder => storeAddress(new CellBuilder(), 0xcc);

  it('prints a reference in its place as one', () => {
    const deposit = storeAddress(new CellBuilder(), 0xdd).storeBit(true).storeUint(0, 4).storeUint(0, 4).endCell();
    const cell = tag(0x6b0b787f)
      .storeUint(1, 64)
      .storeRef(proof().storeUint(3, 8).storeRef(deposit).endCell())
      .storeCoins(0n)
      .storeBit(false)
      .endCell();

    expect(inMessage(cell)).toMatchObject({
      '@type': 'dedust_pay_out_from_deposit',
      proof: {
        proof: {
          '@type': 'proof',
          factory_addr: address('CC'),
          contract_type: { '@type': 'liquidity_deposit' },
          params: {
            cell_reference: {
              owner_addr: address('DD'),
              pool_params: {
                '@type': 'pool_params',
                is_stable: true,
                asset0: { '@type': 'native' },
                asset1: { '@type': 'native' },
              },
            },
          },
        },
      },
    });
  });

  it('prints another type in its place as it is', () => {
    const cell = tag(0x61ee542d).storeUint(1, 64).storeRef(proof().storeUint(1, 8).storeUint(0, 4).endCell());
    storeAddress(cell.storeCoins(0n), 0xee).storeBit(false).storeCoins(0n).storeBit(false);
    cell.storeRef(new CellBuilder().storeUint(0, 38).endCell());

    expect(inMessage(cell.endCell())).toMatchObject({ proof: { proof: { params: { '@type': 'native' } } } });
  });
});

describe('fields that go on in a reference', () => {
  const payload = new CellBuilder().storeUint(0xd53276db, 32).storeUint(4, 64).endCell();
  const failure = (): CellBuilder =>
    storeAddress(tag(0x0000011f).storeUint(1, 64), 0xaa).storeUint(2n, 256).storeUint(3, 128).storeRef(payload);

  it('are an object under an unnamed field', () => {
    const more = storeAddress(new CellBuilder(), 0xbb).endCell();

    expect(inMessage(failure().storeInt(-1, 16).storeUint(3, 2).storeRef(more).endCell())).toEqual({
      '@type': 'evaa_supply_fail',
      query_id: '1',
      owner_address: address('AA'),
      asset_id: { asset_id: '2' },
      amount: { amount: '0' },
      forward_ton_amount: { amount: '3' },
      custom_response_payload: { '@type': 'excess', query_id: '4' },
      subaccount_id: '-1',
      return_repay_remainings_flag: { '@type': 'bool_true' },
      '': { initial_sender: address('BB') },
    });
  });

  it('may be missing in the next constructor of the tag', () => {
    expect(Object.keys(inMessage(failure().storeInt(-1, 16).storeUint(1, 2).endCell()) as object)).toEqual([
      '@type',
      'query_id',
      'owner_address',
      'asset_id',
      'amount',
      'forward_ton_amount',
      'custom_response_payload',
    ]);
  });

  it('are an object in a reference where they are optional', () => {
    const assets = new CellBuilder().storeUint(0, 4).storeUint(1, 4).storeInt(-1, 8).storeUint(1n, 256).endCell();
    const cell = tag(0xbddd4954).storeUint(1, 64).storeUint(0, 12).storeBit(true).storeRef(assets).endCell();

    expect(inMessage(cell)).toMatchObject({
      '@type': 'dedust_take_pool_state',
      assets: {
        '@type': 'something_from_maybe',
        value: {
          cell_reference: {
            asset0: { '@type': 'native' },
            asset1: { '@type': 'jetton', workchain_id: '-1', address: '1'.padStart(64, '0') },
          },
        },
      },
    });
  });
});

describe('a type of which one constructor has no tag', () => {
  const order = (orderCell: Cell): unknown => {
    const position = new CellBuilder().storeUint(0, 329).endCell();
    const oracle = new CellBuilder().storeUint(0, 8).storeRef(prices).storeBit(false).endCell();
    const cell = storeAddress(storeAddress(tag(0xde1ddbcc).storeBit(true).storeUint(5, 3), 1), 2)
      .storeUint(0, 2)
      .storeUint(4, 32);
    return inMessage(cell.storeRef(orderCell).storeRef(position).storeRef(oracle).endCell());
  };
  const signatures = new CellBuilder().storeBit(false).storeBit(true).endCell();
  const price = new CellBuilder().storeUint(0, 4 * 2 + 32 + 16 + 32 + 32 + 4 * 3 + 64).endCell();
  const prices = new CellBuilder().storeRef(price).storeRef(signatures).endCell();

  it('is that constructor only if no tag says another one', () => {
    const margin = new CellBuilder().storeUint(4, 4).storeBit(true).storeCoins(3n).endCell();
    const limit = new CellBuilder()
      .storeUint(2, 4)
      .storeUint(0, 32 + 1 + 4 + 64 + 4 * 4)
      .endCell();

    expect(order(margin)).toMatchObject({
      order: { '@type': 'add_margin', direction: { '@type': 'short' }, amount: nanocoins('1', '3') },
    });
    expect(order(limit)).toMatchObject({ order: { order: { '@type': 'limit_order', expiration: '0' } } });
  });

  it('is not there with a tag that none has', () => {
    expect(order(new CellBuilder().storeUint(15, 4).storeUint(0, 200).endCell())).toBeNull();
  });

  it('has an inverted Maybe, whose set bit says that there is nothing', () => {
    const margin = new CellBuilder().storeUint(4, 4).storeBit(true).storeCoins(3n).endCell();

    expect(order(margin)).toMatchObject({
      oracle_payload: {
        '@type': 'single_lazer_payload',
        price_oracle_payload: {
          '@type': 'without_settlement',
          signatures: { '@type': 'empty', continue: { '@type': 'nothing_from_inverted_maybe' } },
        },
      },
    });
  });
});

describe('a field with a condition', () => {
  const upgrade = (shift: number, bitNumber: number): unknown => {
    const payload = storeAddress(new CellBuilder().storeUint(shift, 13).storeUint(bitNumber, 10).storeUint(8, 32), 1)
      .storeUint(2, 8)
      .storeBit(false)
      .storeBit(false)
      .endCell();
    return inMessage(tag(0x5f40f1ec).storeUint(1, 64).storeBytes(new Uint8Array(64)).storeRef(payload).endCell());
  };

  it('is refused outside its range', () => {
    expect(upgrade(6000, 1022)).toMatchObject({
      payload: { query_id: { shift: '6000', bit_number: '1022' }, actual_version: '2', msg: nothing },
    });
    expect(upgrade(5999, 1022)).toBeNull();
    expect(upgrade(6000, 1023)).toBeNull();
  });
});

describe('a dictionary', () => {
  it('of 267-bit addresses has one bit a key', () => {
    const key = storeAddress(new CellBuilder(), 0xab).endCell();
    const root = new CellBuilder().storeUint(2, 2).storeUint(267, 9).storeBits(key.bits, 267).storeBit(true).endCell();
    const cell = tag(0x78d9f109).storeUint(1, 64).storeBit(true).storeRef(root).endCell();

    expect(inMessage(cell)).toMatchObject({
      '@type': 'jvault_claim_rewards_msg',
      jettons_to_claim: {
        '@type': 'hashmap_root',
        root: { label: { n: '267' }, node: { '@type': 'hashmap_node_leaf', value: { bit: '1' } } },
      },
    });
  });

  it('of cells has bodies that are decoded', () => {
    const comment = new CellBuilder().storeUint(0, 32).storeBytes(Buffer.from('hi')).endCell();
    const odd = new CellBuilder().storeUint(1, 8).endCell();
    const leaf = (content: Cell): Cell =>
      new CellBuilder().storeUint(2, 2).storeUint(31, 5).storeUint(0, 31).storeCell(content).endCell();
    const root = new CellBuilder().storeUint(0, 2).storeRef(leaf(comment)).storeRef(leaf(odd)).endCell();
    const cell = tag(0x66f6f069)
      .storeBit(true)
      .storeBytes(new Uint8Array(64))
      .storeUint(1, 32)
      .storeUint(2, 128)
      .storeBit(true)
      .storeRef(root)
      .endCell();

    expect(inMessage(cell)).toMatchObject({
      '@type': 'settle_channel_conditionals',
      tag: '1',
      conditionals_to_settle: {
        root: {
          node: {
            left: { node: { value: { '@type': 'text_comment', text: 'hi' } } },
            right: { node: { value: Buffer.from(writeBag([odd], { crc: true })).toString('base64') } },
          },
        },
      },
    });
  });
});

describe('bytes with a length of their own', () => {
  const bid = (length: number): unknown => {
    const tokenInfo = new CellBuilder().storeUint(length, 8).storeBytes(Buffer.from('durov')).storeUint(0, 8).endCell();
    const empty = new CellBuilder().endCell();
    const auction = storeAddress(new CellBuilder(), 1)
      .storeUint(0, 4 + 4 + 8 + 32 + 32)
      .endCell();
    const royalty = new CellBuilder().storeUint(5, 16).storeUint(100, 16).storeUint(0, 2).endCell();
    const cell = storeAddress(tag(0x299a3e15), 2).storeCoins(7n);
    return inMessage(cell.storeRef(tokenInfo).storeRef(empty).storeRef(auction).storeRef(royalty).endCell());
  };

  it('print in hexadecimal', () => {
    expect(bid(5)).toMatchObject({
      '@type': 'teleitem_msg_deploy',
      token_info: {
        name: { '@type': 'telemint_text', len: '5', text: Buffer.from('durov').toString('hex').toUpperCase() },
        domain: { '@type': 'telemint_text', len: '0', text: '' },
      },
      nft_content: { '@type': 'empty_cell' },
    });
  });

  it('that are not all there make the body one of the next constructor of its tag', () => {
    expect(bid(200)).toMatchObject({ '@type': 'teleitem_msg_deploy_head', bid: { '@type': 'nanograms' } });
  });
});
