// What tests across services use too.
export { type BuiltSource, buildSource } from './built-source.ts';
export { openPipeline, type Pipeline } from './open-pipeline.ts';
