// Parts that tests across services use too.
export { buildSource } from './built-source.ts';
export { openPipeline, type Pipeline } from './open-pipeline.ts';
