import { type ClassifierPhase, createActionClassifier } from '@tonriver/action-classifier/service';
import type { CellStore } from '@tonriver/cell-store';
import type { Network, OpenBlockBag } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Topic, TopicName } from '@tonriver/events';
import { createInterfaceDetector, type DetectorPhase } from '@tonriver/interface-detector/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createParser, type ParserPhase } from '@tonriver/parser/service';
import { createStateResolver, type InitialStateFile, type ResolverPhase } from '@tonriver/state-resolver/service';
import type { Health, Metrics } from '@tonriver/telemetry';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import type { TvmPool } from '@tonriver/tvm';

/** Moments in the services that read events, at which tests kill the process. */
export type PipelinePhase = ParserPhase | ResolverPhase | DetectorPhase | ClassifierPhase | 'watermark';

export interface PipelineParts {
  readonly network: Network;
  readonly log: EventLog;
  readonly store: ClickHouseStore;
  readonly cells: CellStore;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly producer: EventProducer;
  readonly openBag: { readonly parser: OpenBlockBag; readonly resolver: OpenBlockBag };
  readonly initialStates?: readonly InitialStateFile[];
  /** Runs the get-methods of contracts that are examined. */
  readonly detectorPool: TvmPool;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly onStates?: (range: { readonly first: number; readonly last: number }) => void;
  /** Called with the newest round whose contracts were examined. */
  readonly onInterfaces?: (round: number) => void;
  /** Called with the round up to which traces are classified. */
  readonly onActions?: (round: number) => void;
  readonly onPhase?: (phase: PipelinePhase) => void;
}

/** One large block, or a merge of the engine, may take long. A loop that is silent for longer counts as stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

/** Starts the services that read events: parser, state-resolver, trace-assembler, and those that make actions. */
export async function startPipeline(scope: Scope, parts: PipelineParts): Promise<void> {
  const { network, log, store, cells, topics, producer, logger, metrics, health, openBag } = parts;
  const { initialStates = [], onWatermark, onStates, onInterfaces, onActions, onPhase } = parts;
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
    resolvedRounds: { producer, topic: topics.resolvedRounds },
    network,
    initialStates: initialStates,
    logger: logger.child({ component: 'state-resolver' }),
    metrics,
    beat: health.loop('state-resolver', LOOP_SILENCE_MS_MAX),
    openBag: openBag.resolver,
    ...(onStates === undefined ? {} : { onProgress: onStates }),
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  const detector = await createInterfaceDetector({
    store,
    log,
    producer,
    topics,
    pool: parts.detectorPool,
    logger: logger.child({ component: 'interface-detector' }),
    metrics,
    beat: health.loop('interface-detector', LOOP_SILENCE_MS_MAX),
    ...(onInterfaces === undefined ? {} : { onProgress: onInterfaces }),
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  const classifier = await createActionClassifier({
    store,
    log,
    producer,
    topics,
    logger: logger.child({ component: 'action-classifier' }),
    metrics,
    beat: health.loop('action-classifier', LOOP_SILENCE_MS_MAX),
    ...(onActions === undefined ? {} : { onProgress: onActions }),
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  scope.background('action-classifier', (signal) => classifier.run(signal));
  scope.background('interface-detector', (signal) => detector.run(signal));
  scope.background('state-resolver', (signal) => resolver.run(signal));
  scope.background('trace-assembler', (signal) => assembler.run(signal));
  scope.background('parser', (signal) => parser.run(signal));
}
