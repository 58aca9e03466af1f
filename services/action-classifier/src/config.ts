import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';

const DETECTOR_SILENCE_MS = 60_000;

/** Everything that the classifier can be told, as environment variables. */
export const actionClassifierEnvironment = z.object({
  DETECTOR_SILENCE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(DETECTOR_SILENCE_MS)
    .describe('how long the interface-detector may stand still before traces are classified without it, ms'),
  ...streamSettings,
});

/** The classifier's settings, nested where they belong together. */
export interface ActionClassifierConfig extends StreamConfig {
  readonly detectorSilenceMs: number;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function actionClassifierConfig(
  environment: z.output<typeof actionClassifierEnvironment>,
): ActionClassifierConfig {
  return Object.freeze({ ...streamConfig(environment), detectorSilenceMs: environment.DETECTOR_SILENCE_MS });
}

/** How long the interface-detector may stand still, inside another process. */
export const defaultDetectorSilenceMs = DETECTOR_SILENCE_MS;
