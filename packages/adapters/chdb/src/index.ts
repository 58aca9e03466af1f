export { openEmbeddedClickHouse } from './open-embedded-click-house.ts';
export { createEmbeddedStore, type EmbeddedStore } from './store/embedded-store.ts';
export {
  type EmbeddedEngine,
  type EngineSession,
  type WritingSession,
  type EngineSettings,
  openEmbeddedEngine,
  type ResultPiece,
} from './engine/embedded-engine.ts';
export { countWritten, isWholeInMemory } from './engine/insert-rows.ts';
export { openReadOnlyEngine, type ReadOnlyEngine } from './engine/read-only-engine.ts';
