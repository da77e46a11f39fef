import { describe, expect, test } from 'vitest';
import { renderConsentPage } from '../../../../src/service/pages/account/authorization-pages';
import { renderErrorPage } from '../../../../src/service/base/html/error-page';
import { html } from '../../../../src/service/base/html/markup';
import { renderSignInPage, localPath } from '../../../../src/service/pages/account/sign-in-page';
import fc from '../../../support/property-testing';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', ' ', '=') }),
);

describe('what people or apps typed', () => {
  test('never becomes markup of its own', () => {
    fc.assert(
      fc.property(text, (typed) => {
        expect(html`${typed}`.text).not.toMatch(/[<>"']/);
      }),
    );
  });

  test('doesn’t turn around what is read after it', () => {
    expect(html`<p>${'Fleet\u202e'} of ${'\u202dIT'}</p>`.text).toBe('<p>Fleet of IT</p>');
  });

  test('adds no element to a page', () => {
    const elementsOf = (page: string) => page.match(/<[^>]*/g)?.length;
    const pages = (typed: string) => [
      renderSignInPage({ action: typed, email: typed, appName: typed, hiddenFields: { a: typed } }),
      renderErrorPage({ error: 'x', detail: typed }),
      renderConsentPage({
        action: typed,
        appName: typed,
        returnHost: typed,
        account: { id: typed, name: typed, email: typed },
      }),
    ];
    const expected = pages('plain').map(elementsOf);
    fc.assert(
      fc.property(text, (typed) => {
        expect(pages(typed).map(elementsOf)).toEqual(expected);
      }),
    );
  });
});

describe('an address to return to', () => {
  const issuer = 'http://127.0.0.1:8081';
  const slashes = fc.string({
    unit: fc.constantFrom('/', '\\', '.', '\t', '\n', '@', ':', '%2f', 'a'),
  });

  test('leads to this service whatever was asked for', () => {
    fc.assert(
      fc.property(fc.oneof(slashes, fc.webUrl(), fc.string()), (target) => {
        for (const asked of [target, `/${target}`]) {
          expect(new URL(localPath(asked, issuer), issuer).origin).toBe(issuer);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps path and query', () => {
    expect(localPath('/workspace/a/object/b?c=d%20e', issuer)).toBe(
      '/workspace/a/object/b?c=d%20e',
    );
  });
});
