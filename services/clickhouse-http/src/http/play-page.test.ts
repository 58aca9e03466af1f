import { expect, it } from '@jest/globals';
import { playPage } from './play-page.ts';

it('the page for trying queries sends requests only to the port, and runs only its own script', () => {
  const page = playPage.bytes.toString('utf8');
  const policy = playPage.headers['Content-Security-Policy'] ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']{44}'; script-src 'sha256-[^']{44}'; connect-src 'self'/,
  );
  expect(page).not.toMatch(/\b(?:src|href|action)=|https?:\/\/|@import|\son[a-z]+=|\sstyle=|innerHTML|\beval\b/);
});
