import { readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { Router } from 'express';
import { createKeptAsset } from '../documentation/kept-asset.ts';
import type { LiveRounds } from './live-rounds.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'explorer');
const PAGE = 'index.html';
/** What a browser loads. Tests and types lie beside it. */
const SERVED = ['.css', '.js', '.svg'];

/**
 * Nothing from elsewhere, nothing inline. No text may become markup or script: `require-trusted-types-for` makes the
 * browser refuse it, wherever the page would try.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Serves the explorer: its page at `/`, its files and its live events below `/explorer/`. Files are read once. */
export function createExplorer(live: LiveRounds): Router {
  const router = Router({ caseSensitive: true, strict: true });
  // The browser asks whether a file is new, so that files of two releases never work together.
  const headers = { 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY };
  const asset = (name: string) => createKeptAsset(join(FOLDER, name), headers);
  router.get('/', asset(PAGE));
  for (const file of servedFiles()) router.get(`/explorer/${file}`, asset(file));
  router.get('/explorer/live', live.listen);
  return router;
}

/** The files of the page, as paths from its folder with `/`. */
function servedFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => SERVED.includes(extname(file)))
    .map((file) => file.split(sep).join('/'));
}
