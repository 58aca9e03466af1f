export { openEmbeddedClickHouse } from './open-embedded-click-house.ts';
export { createEmbeddedStore, type EmbeddedStore } from './store/embedded-store.ts';
export {
  type EmbeddedEngine,
  type EngineSession,
  type WritingSession,
  type EngineSettings,
  joinEmbeddedEngine,
  openEmbeddedEngine,
  type ResultPiece,
} from './engine/embedded-engine.ts';
export { isWholeInMemory } from './engine/insert-rows.ts';
export { createTurns, type Turns } from './engine/turns.ts';
export { openReadOnlyEngine, type ReadOnlyEngine } from './engine/read-only-engine.ts';
