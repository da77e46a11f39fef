import { expect, test } from 'vitest';
import { contentSecurityPolicyOf } from '../../../src/sandbox/server/custom-ui-content';
import { originsOf } from '../../../src/sandbox/forge/origins';
import { testManifest } from '../support/test-manifest';

const siteUrl = 'http://127.0.0.1:8080';
const serviceUrl = 'http://127.0.0.1:8081';
const atlassian = /atlassian|wp\.com|gravatar|unsplash|atl-paas|jira\.com|bitbucket/;

/** The sources of each directive, without Atlassian's own. */
function policyOf(page: string, permissions: object = {}): Record<string, string[]> {
  const manifest = testManifest((raw) => {
    const { frames, images, ...more } = { frames: [], images: [], ...permissions };
    Object.assign(raw.permissions, more);
    Object.assign(raw.permissions.external, { frames, images });
  });
  const origins = originsOf(manifest, serviceUrl);
  const policy = contentSecurityPolicyOf(manifest, { page, siteUrl, origins });
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.filter((source) => !atlassian.test(source))];
    }),
  );
}

test('An app that asks for nothing gets its own files and Jira, and reports nowhere', () => {
  const policy = policyOf('<p>A page</p>');
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", siteUrl],
    'frame-src': ["'self'", siteUrl],
    'frame-ancestors': ["'self'", siteUrl],
    'form-action': ["'self'"],
  });
  expect(policy).not.toHaveProperty('report-uri');
});

test('A frame of the service that the manifest names is allowed where the service is here', () => {
  const frames = ['https://wds.example.com', { address: 'https://elsewhere.example.com' }];
  expect(policyOf('', { frames })['frame-src']).toEqual([
    "'self'",
    siteUrl,
    serviceUrl,
    'https://elsewhere.example.com',
  ]);
});

test('A picture of the service that the manifest names is allowed where the service is here', () => {
  const images = [{ address: 'https://wds.example.com' }];
  expect(policyOf('')['img-src']).not.toContain(serviceUrl);
  expect(policyOf('', { images })['img-src']).toContain(serviceUrl);
});

test('Inline styles need the permission, inline scripts are allowed by what they hold', () => {
  const policy = policyOf('<script>go()</script>', { content: { styles: ['unsafe-inline'] } });
  expect(policy['style-src']).toContain("'unsafe-inline'");
  expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)]);
});
