export { type PipelineConfig, pipelineConfig, pipelineSettings } from './pipeline-settings.ts';
