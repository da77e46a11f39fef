import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../../src/service/api/description/describe-api';
import type { Target } from './target';

/** What programs and people read of the API. */
export function describeDescription({ url, isOwn }: Target): void {
  describe.runIf(isOwn)('the description of the API', () => {
    test('is answered to whoever asks, with the address of the service', async () => {
      const answer = await fetch(`${url}/openapi/openapi.json`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi(url))));
    });

    test('has a page for people, all of whose files are the service’s own', async () => {
      const answer = await fetch(`${url}/openapi`);
      expect([answer.status, answer.url]).toEqual([200, `${url}/openapi/`]);
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      const page = load(await answer.text());
      const files = page('[src], link[href]')
        .toArray()
        .map((element) => page(element).attr('src') ?? page(element).attr('href') ?? '');
      expect(files).toEqual(['swagger-ui.css', 'viewer.css', 'swagger-ui-bundle.js', 'viewer.js']);
      for (const file of files) {
        const { status, headers } = await fetch(new URL(file, answer.url), { method: 'HEAD' });
        expect([status, headers.get('content-type')]).toEqual([
          200,
          `text/${file.endsWith('css') ? 'css' : 'javascript'}; charset=utf-8`,
        ]);
      }
    });
  });
}
