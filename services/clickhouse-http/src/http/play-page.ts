import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A page to try queries on, whole in itself: it asks nobody but this port, and runs nothing but its own script. */
export const playPage = readPage();

function readPage(): { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer } {
  const page = readFileSync(new URL('./play.html', import.meta.url), 'utf8');
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(page, 'style')}`,
    `script-src ${hashOf(page, 'script')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const bytes = Buffer.from(page);
  const headers = {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Length': String(bytes.length),
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  };
  return { headers, bytes };
}

/** The one element of that name, by the hash of its content: changed content would not be taken. */
function hashOf(page: string, element: 'style' | 'script'): string {
  const content = new RegExp(`<${element}>([^]*)</${element}>`).exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
