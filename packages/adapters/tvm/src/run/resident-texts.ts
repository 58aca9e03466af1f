import type { EmulatorInstance, ResidentText } from '../emulator/emulator-instance.ts';
import { createBoundedCache } from './bounded-cache.ts';

/** Texts that stay in the memory of an instance, so that a configuration is not copied at every call. */
export interface ResidentTexts {
  /** `key` names the content. */
  get(key: string, text: Buffer): ResidentText;
}

const bytesMax = 4 * 2 ** 20;

export function createResidentTexts(emulator: EmulatorInstance): ResidentTexts {
  const kept = createBoundedCache<{ readonly text: ResidentText; readonly bytes: number }>({
    sizeMax: bytesMax,
    sizeOf: ({ bytes }) => bytes,
    release: ({ text }) => emulator.forget(text),
  });
  return { get: (key, text) => kept.get(key, () => ({ text: emulator.keep(text), bytes: text.length })).text };
}
