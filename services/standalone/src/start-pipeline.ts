import type { CellStore } from '@tonriver/cell-store';
import type { Network, OpenBlockBag } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Topic, TopicName } from '@tonriver/events';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createParser, type ParserPhase } from '@tonriver/parser/service';
import { createStateResolver, type InitialStateFile, type ResolverPhase } from '@tonriver/state-resolver/service';
import type { Health, Metrics } from '@tonriver/telemetry';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';

/** Moments in the services that read events, at which tests kill the process. */
export type PipelinePhase = ParserPhase | ResolverPhase | 'watermark';

export interface PipelineParts {
  readonly network: Network;
  readonly log: EventLog;
  readonly store: ClickHouseStore;
  readonly cells: CellStore;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly producer: EventProducer;
  readonly openBag: { readonly parser: OpenBlockBag; readonly resolver: OpenBlockBag };
  readonly initialStates?: readonly InitialStateFile[];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly onStates?: (range: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: PipelinePhase) => void;
}

/** One large block, or a merge of the engine, may take long. A loop that is silent for longer counts as stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

/** Starts the services that read events: parser, state-resolver and trace-assembler. */
export async function startPipeline(scope: Scope, parts: PipelineParts): Promise<void> {
  const { network, log, store, cells, topics, producer, logger, metrics, health, openBag } = parts;
  const { initialStates = [], onWatermark, onStates, onPhase } = parts;
  const assembler = await createTraceAssembler({
    store,
    log,
    producer,
    topics,
    logger: logger.child({ component: 'trace-assembler' }),
    metrics,
    beat: health.loop('trace-assembler', LOOP_SILENCE_MS_MAX),
    onWatermark: onWatermark,
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  const parser = await createParser({
    network,
    store,
    log,
    producer,
    topics,
    logger: logger.child({ component: 'parser' }),
    metrics,
    beat: health.loop('parser', LOOP_SILENCE_MS_MAX),
    openBag: openBag.parser,
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  const resolver = await createStateResolver({
    store,
    log,
    cells,
    topic: topics.rawBlocks,
    network,
    initialStates: initialStates,
    logger: logger.child({ component: 'state-resolver' }),
    metrics,
    beat: health.loop('state-resolver', LOOP_SILENCE_MS_MAX),
    openBag: openBag.resolver,
    ...(onStates === undefined ? {} : { onProgress: onStates }),
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  scope.background('state-resolver', (signal) => resolver.run(signal));
  scope.background('trace-assembler', (signal) => assembler.run(signal));
  scope.background('parser', (signal) => parser.run(signal));
}
