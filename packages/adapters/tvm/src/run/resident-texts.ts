import { LRUCache } from 'lru-cache';
import type { EmulatorInstance, ResidentText } from '../emulator/emulator-instance.ts';

/** Texts that stay in the memory of an instance, so that a configuration is not copied for every call. */
export interface ResidentTexts {
  /** `key` names the content. */
  get(key: string, text: Buffer): ResidentText;
}

const bytesMax = 4 * 2 ** 20;

export function createResidentTexts(emulator: EmulatorInstance): ResidentTexts {
  const kept = new LRUCache<string, ResidentText, Buffer>({
    maxSize: bytesMax,
    memoMethod: (_key, _stale, { context, options }) => {
      // One that is larger than the whole bound stays alone until the next comes: what is not kept is never forgotten.
      options.size = Math.min(context.length, bytesMax);
      return emulator.keep(context);
    },
    dispose: (text) => emulator.forget(text),
  });
  return { get: (key, text) => kept.memo(key, { context: text }) };
}
