import type { CellStore } from '@tonriver/cell-store';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import type { RefusedBlock, ShardPlace } from './decode-block.ts';
import type { InitialState } from './initial-states.ts';
import type { ResolvedRange } from './resolved-range.ts';

export interface ResolverReportDependencies {
  readonly cells: CellStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Tells an operator what the resolver does: metrics, and a log line for each block that could not be read. */
export function createResolverReport({ logger, metrics, cells }: ResolverReportDependencies) {
  const blocks = metrics.counter('tonriver_state_blocks_total', 'Blocks by how their state was resolved', ['mode']);
  const unresolved = metrics.counter('tonriver_state_unresolved_total', 'Code or data of accounts not known', ['what']);
  const rounds = metrics.counter('tonriver_state_rounds_total', 'Rounds whose accounts were resolved');
  const last = metrics.gauge('tonriver_state_last_seqno', 'Last resolved round of the highest range');
  const stored = metrics.gauge('tonriver_state_cells', 'Live cells in the store');
  const changedCells = metrics.counter('tonriver_state_changed_cells_total', 'Cells and records that commits touched');
  return {
    onBlock: (mode: 'whole' | 'accounts' | 'alone' | 'refused') => blocks.inc({ mode }),
    onUnresolved: (what: 'code' | 'data') => unresolved.inc({ what }),
    /** A partial block contradicts an initial state. Anybody may have sent that block, so the state is not refused. */
    onUnnamed({ origin }: InitialState, reason: string): void {
      logger.error('An initial state is not used for a block without a round', { file: origin, reason });
    },
    onRefused({ workchain, shard, seqno }: ShardPlace, { code, refusal }: RefusedBlock): void {
      const text = 'A block cannot be read; its shard is resolved account by account from here on';
      logger.error(text, { workchain, shard, seqno, code, refusal });
    },
    onUnlinked({ workchain, shard, seqno }: ShardPlace, reason: string): void {
      const text =
        'A block does not continue the state that is held; its shard is resolved account by account from here on';
      logger.error(text, { workchain, shard, seqno, reason });
    },
    onRound(range: ResolvedRange): void {
      rounds.inc();
      logger.debug('Round resolved', { round: range.last, states: range.tops.length });
    },
    onFlush(ranges: readonly ResolvedRange[], counts: { readonly rowCount: number; readonly cellCount: number }): void {
      const top = ranges.at(-1);
      if (top !== undefined) last.set(top.last);
      stored.set(cells.cellCount);
      changedCells.inc(counts.cellCount);
      logger.debug('States written', { last: top?.last, ...counts });
    },
  };
}
