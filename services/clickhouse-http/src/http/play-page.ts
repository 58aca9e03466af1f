import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A page to try queries. It loads nothing else: it only sends requests to this port and only runs its own script. */
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

/** The hash of the page's only element of that name. A browser refuses the element if its content has changed. */
function hashOf(page: string, element: 'style' | 'script'): string {
  const content = new RegExp(`<${element}>([^]*)</${element}>`).exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
