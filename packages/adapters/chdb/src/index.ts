export { type EmbeddedClickHouseOptions, openEmbeddedClickHouse } from './open-embedded-click-house.ts';
export { createEmbeddedStore, type EmbeddedStore, type EmbeddedStoreOptions } from './store/embedded-store.ts';
export {
  type EmbeddedEngine,
  type EngineSession,
  type EngineSettings,
  openEmbeddedEngine,
  type ResultPiece,
} from './engine/embedded-engine.ts';
export { countWritten } from './engine/insert-file.ts';
export { openReadOnlyEngine, type ReadOnlyEngine, type ReadOnlyEngineOptions } from './engine/read-only-engine.ts';
