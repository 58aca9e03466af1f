import type { CellSlice } from '@tonriver/boc';
import { BocError } from '@tonriver/boc';
import { loadAnyAddress } from '../bodies/address.ts';
import {
  address,
  big,
  coins,
  type Field,
  type Layout,
  maybeReference,
  opcode,
  queryId,
  read,
  reference,
  uint,
} from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { BlockType } from '../engine/block-type.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import type { Match } from '../engine/match.ts';
import { type BlockPattern, call, labeledCall, optional, type Pattern } from '../engine/pattern.ts';
import type { RowValue } from '../engine/row.ts';

/** Excesses of this protocol. They are no excesses of TEP-74. */
const excesses = labeledCall('excesses', 0x2565934c);
const payoutOpcode = 0xc59a7cd3;
const payout = labeledCall('payout', payoutOpcode);
/** A client contract reports to its proxy. */
const requestOpcode = 0x65448ff4;
const request = labeledCall('request', requestOpcode);

const anyAddress: Field<string | null> = { name: 'anyAddress', bits: 0, read: loadAnyAddress };

type Columns = { readonly [field: string]: RowValue };
type CocoonType = Extract<BlockType, `cocoon_${string}`>;

function cocoonMatcher(
  type: CocoonType,
  pattern: BlockPattern,
  build: (anchor: Block, match: Match) => Omit<Built, 'type'> & { readonly columns: Columns },
): Matcher {
  return {
    name: type.replaceAll('_', ' '),
    pattern,
    build(anchor, match) {
      const { columns, row, ...rest } = build(anchor, match);
      return { isFailed: anchor.node.isAborted, ...rest, type, row: { ...row, [`${type}_data`]: columns } };
    },
  };
}

const regularPayoutOpcode = 0xa040ad28;
const lastPayoutOpcode = 0xf5f26a36;
const workerLayout = { opcode, queryId, newTokens: big(64) } satisfies Layout;
const workerStateLayout = { opcode, queryId, owner: address, state: uint(2), tokens: big(64) } satisfies Layout;

const workerPayout = cocoonMatcher(
  'cocoon_worker_payout',
  call([regularPayoutOpcode, lastPayoutOpcode], {
    child: labeledCall('worker', 0x4d725d2c, { children: [payout, optional(excesses)] }),
  }),
  (anchor, match) => {
    const worker = match.find('worker')!;
    const paid = match.find('payout')!;
    const { queryId: query, newTokens } = read(anchor.body(), workerLayout);
    const { owner, state, tokens } = read(worker.body(), workerStateLayout);
    return {
      row: {
        source: anchor.source,
        source_secondary: anchor.destination,
        destination: owner,
        amount: paid.value,
      },
      columns: {
        payout_type: anchor.opcode === lastPayoutOpcode ? 'last' : 'regular',
        query_id: query,
        new_tokens: newTokens,
        worker_state: state,
        worker_tokens: tokens,
      },
      isFailed: paid.node.isAborted,
    };
  },
);

const excessesToLayout = { opcode, queryId, excessesTo: address } satisfies Layout;

const proxyPayout = cocoonMatcher(
  'cocoon_proxy_payout',
  call(0x7610e6eb, { children: [payout, excesses] }),
  (anchor, match) => {
    const paid = match.find('payout')!;
    const { queryId: query, excessesTo } = read(anchor.body(), excessesToLayout);
    return {
      row: { source: anchor.destination, destination: paid.destination, destination_secondary: excessesTo },
      columns: { query_id: query },
      isFailed: paid.node.isAborted,
    };
  },
);

const tokensLayout = { opcode, queryId, tokens: big(64), expected: anyAddress } satisfies Layout;

const proxyCharge = cocoonMatcher(
  'cocoon_proxy_charge',
  call(0xbb63ff93, { children: [excesses, request] }),
  (anchor, match) => {
    const { queryId: query, tokens, expected } = read(anchor.body(), tokensLayout);
    return {
      row: { source: anchor.destination, destination: match.find('request')!.destination, amount: 0n },
      columns: { query_id: query, new_tokens_used: tokens, expected_address: expected },
    };
  },
);

const topUpLayout = { opcode, queryId, amount: coins, excessesTo: address } satisfies Layout;

const clientTopUp = cocoonMatcher(
  'cocoon_client_top_up',
  call(0xf172e6c2, { child: labeledCall('request', requestOpcode, { child: excesses }) }),
  (anchor, match) => {
    const { queryId: query, amount, excessesTo } = read(anchor.body(), topUpLayout);
    return {
      row: {
        source: excessesTo,
        destination: anchor.destination,
        destination_secondary: match.find('request')!.destination,
        amount,
      },
      columns: { query_id: query },
    };
  },
);

const queryLayout = { opcode, queryId } satisfies Layout;

const registerProxy = cocoonMatcher('cocoon_register_proxy', call(0x927c7cb5, { child: excesses }), (anchor) => ({
  row: { destination: anchor.destination },
  columns: { query_id: read(anchor.body(), queryLayout).queryId },
}));

const unregisterLayout = { opcode, queryId, seqno: uint(32) } satisfies Layout;

const unregisterProxy = cocoonMatcher('cocoon_unregister_proxy', call(0x6d49eaf2, { child: excesses }), (anchor) => {
  const { queryId: query, seqno } = read(anchor.body(), unregisterLayout);
  return { row: { destination: anchor.destination }, columns: { query_id: query, seqno } };
});

const excessesAndRequest: readonly Pattern[] = [excesses, request];

const registerLayout = { opcode, queryId, nonce: big(64), excessesTo: address } satisfies Layout;

const clientRegister = cocoonMatcher(
  'cocoon_client_register',
  call(0xc45f9f3b, { children: excessesAndRequest }),
  (anchor) => {
    const { queryId: query, nonce, excessesTo } = read(anchor.body(), registerLayout);
    return { row: { source: excessesTo, destination: anchor.destination }, columns: { query_id: query, nonce } };
  },
);

const secretLayout = { opcode, queryId, hash: big(256), excessesTo: address } satisfies Layout;

const changeSecretHash = cocoonMatcher(
  'cocoon_client_change_secret_hash',
  call(0xa9357034, { children: excessesAndRequest }),
  (anchor) => {
    const { queryId: query, hash, excessesTo } = read(anchor.body(), secretLayout);
    return {
      row: { source: excessesTo, destination: anchor.destination },
      columns: { query_id: query, new_secret_hash: hash.toString(16) },
    };
  },
);

const requestRefund = cocoonMatcher(
  'cocoon_client_request_refund',
  call(0xfafa6cc1, {
    children: excessesAndRequest,
    parent: optional(labeledCall('wallet', 0x9c69f376)),
  }),
  (anchor, match) => {
    const { queryId: query, excessesTo } = read(anchor.body(), excessesToLayout);
    return {
      row: { source: excessesTo, destination: anchor.destination },
      columns: { query_id: query, via_wallet: match.find('wallet') !== undefined },
    };
  },
);

const grantRefund = cocoonMatcher(
  'cocoon_grant_refund',
  call(0xefd711e1, { child: labeledCall('request', requestOpcode, { children: [payout, excesses] }) }),
  (anchor, match) => {
    const paid = match.find('payout')!;
    const { queryId: query, tokens, expected } = read(anchor.body(), tokensLayout);
    return {
      row: {
        source: anchor.destination,
        source_secondary: match.find('request')!.destination,
        destination: paid.destination,
        amount: paid.value,
      },
      columns: { query_id: query, new_tokens_used: tokens, expected_address: expected },
      isFailed: paid.node.isAborted,
    };
  },
);

const stakeLayout = { opcode, queryId, newStake: coins, excessesTo: address } satisfies Layout;

const increaseStake = cocoonMatcher(
  'cocoon_client_increase_stake',
  call(0x6a1f6a60, { children: excessesAndRequest }),
  (anchor) => {
    const { queryId: query, newStake, excessesTo } = read(anchor.body(), stakeLayout);
    return {
      row: { source: excessesTo, destination: anchor.destination, amount: newStake },
      columns: { query_id: query, new_stake: newStake },
    };
  },
);

const requestLayout = { opcode, queryId, owner: address, state: reference, payload: maybeReference } satisfies Layout;
const withdrawPayloadLayout = { opcode, amount: coins } satisfies Layout;
const withdrawPayloadOpcode = 0xc68ebc7b;

const clientWithdraw = cocoonMatcher(
  'cocoon_client_withdraw',
  call(0xda068e78, { child: labeledCall('request', requestOpcode, { children: [payout, optional(excesses)] }) }),
  (anchor, match) => {
    const { queryId: query, excessesTo } = read(anchor.body(), excessesToLayout);
    const amount = withdrawnAmount(match.find('request')!.body());
    return {
      row: { source: excessesTo, destination: anchor.destination, amount },
      columns: { query_id: query, withdraw_amount: amount },
    };
  },
);

/** 0 where the request does not say it. */
function withdrawnAmount(body: CellSlice): bigint {
  try {
    const { payload } = read(body, requestLayout);
    if (payload === null) return 0n;
    const { opcode: code, amount } = read(payload, withdrawPayloadLayout);
    return code === withdrawPayloadOpcode ? amount : 0n;
  } catch (error) {
    if (error instanceof BocError) return 0n;
    throw error;
  }
}

export const cocoonMatchers = {
  workerPayout,
  proxyPayout,
  proxyCharge,
  clientTopUp,
  registerProxy,
  unregisterProxy,
  clientRegister,
  changeSecretHash,
  requestRefund,
  grantRefund,
  increaseStake,
  clientWithdraw,
};
