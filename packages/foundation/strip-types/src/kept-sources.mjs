// What sources are without their types, kept for the next start. Plain JavaScript, as the hooks are.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** So long after it was written, a file is written anew if it is still used. */
const AGE_MS_MAX = 30 * 24 * 60 * 60 * 1_000;

/**
 * Opens a folder of kept sources, found by what they are made from. It may be deleted at any time. Where it cannot be
 * read or written, nothing is kept and nothing fails.
 *
 * @param {string} directory
 * @param {string} maker whose output is kept: that of another one is not used
 */
export function openKeptSources(directory, maker) {
  let isSwept = false;
  /** @param {string} text */
  const fileOf = (text) => join(directory, `${digestOf(`${maker}\n${text}`)}.js`);
  return {
    /**
     * Returns what was kept for a source; undefined when there is nothing, or not all of it.
     *
     * @param {string} text
     * @returns {string | undefined}
     */
    find(text) {
      try {
        const kept = readFileSync(fileOf(text), 'utf8');
        const source = kept.slice(kept.indexOf('\n') + 1);
        return kept.startsWith(headingOf(source)) ? source : undefined;
      } catch {
        return undefined;
      }
    },
    /**
     * @param {string} text
     * @param {string} source
     */
    keep(text, source) {
      // No other process has this name, wherever it runs.
      const unfinished = join(directory, randomUUID());
      try {
        mkdirSync(directory, { recursive: true });
        if (!isSwept) sweep(directory);
        isSwept = true;
        writeFileSync(unfinished, headingOf(source) + source);
        renameSync(unfinished, fileOf(text));
      } catch {
        quietly(() => rmSync(unfinished));
      }
    },
  };
}

/**
 * The first line of a file: a machine that lost its power may leave a part of one.
 *
 * @param {string} source
 */
function headingOf(source) {
  return `// ${digestOf(source)}\n`;
}

/** @param {string} text */
function digestOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Removes old files, so that the folder does not grow with each change of a source.
 *
 * @param {string} directory
 */
function sweep(directory) {
  const oldestMs = Date.now() - AGE_MS_MAX;
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    quietly(() => {
      if (statSync(file).mtimeMs < oldestMs) rmSync(file);
    });
  }
}

/**
 * Another process may remove the same file.
 *
 * @param {() => void} work
 */
function quietly(work) {
  try {
    work();
  } catch {
    // Nothing depends on it.
  }
}
