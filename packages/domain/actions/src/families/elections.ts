import type { Matcher } from '../engine/matcher.ts';
import { coins, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import { call, labeledCall, optional } from '../engine/pattern.ts';

const elector = `-1:${'3'.repeat(64)}`;

const electionDeposit: Matcher = {
  name: 'election deposit',
  pattern: call(0x4e73744b, { child: optional(labeledCall('confirmation', 0xf374484c)) }),
  build(anchor, match) {
    if (anchor.destination !== elector) return null;
    return {
      type: 'election_deposit',
      row: { source: anchor.source, amount: anchor.value },
      isFailed: match.find('confirmation') === undefined,
    };
  },
};

const electionRecover: Matcher = {
  name: 'election recover',
  pattern: call(0x47657424, { child: optional(labeledCall('payout', 0xf96f7324)) }),
  build(anchor, match) {
    if (anchor.destination !== elector) return null;
    const payout = match.find('payout');
    return {
      type: 'election_recover',
      row: { source: anchor.source, amount: payout?.value ?? null },
      isFailed: payout === undefined,
    };
  },
};

const paymentRequestLayout = { opcode, queryId, amount: coins } satisfies Layout;

/** A wallet pays its subscription, which passes the money on to the beneficiary. */
const subscribe: Matcher = {
  name: 'subscribe',
  pattern: call(0xf06c7567, {
    child: labeledCall('payment', 0x73756273),
    parent: optional(labeledCall('request', 0x706c7567)),
  }),
  build(anchor, match) {
    const request = match.find('request');
    return {
      type: 'subscribe',
      row: {
        source: anchor.source,
        destination: match.find('payment')!.destination,
        destination_secondary: anchor.destination,
        amount: request === undefined ? anchor.value : read(request.body(), paymentRequestLayout).amount,
      },
      isFailed: request?.isFailed === true,
    };
  },
};

const destroyOpcode = 0x64737472;

const unsubscribe: Matcher = {
  name: 'unsubscribe',
  pattern: call(destroyOpcode, { child: optional(labeledCall('notice', destroyOpcode)) }),
  build(anchor, match) {
    return {
      type: 'unsubscribe',
      row: {
        source: anchor.source,
        destination: match.find('notice')?.destination ?? null,
        destination_secondary: anchor.destination,
      },
    };
  },
};

export const electionMatchers = { electionDeposit, electionRecover, subscribe, unsubscribe };
