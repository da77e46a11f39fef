import { expect, test } from 'vitest';
import { Browser, signInToDemo } from '../../accounts/browser';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() =>
  startDemoService({ rateLimits: { perToken: 3, perWorkspace: 10_000 } }),
);

/** The cells of the row of a table, without markup. */
function rowOf(html: string, name: string): string[] {
  const row = html.split('<tr ').find((text) => text.includes(`role="rowheader">${name}`)) ?? '';
  return row.split(/<\/t[hd]>/).map((cell) => cell.replace(/<[^>]*>/g, '').trim());
}

test.each(['/', '/account'])('leads from %s to the tokens', async (path) => {
  const answer = await fetch(service.url + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/tokens']);
});

test('tells whoever has no account whom to ask', async () => {
  const signIn = await new Browser().visit(`${service.url}/account/use`);
  expect(signIn.html).toContain(
    'Forgot your password, or don’t have an account? Contact your administrator.',
  );
});

test('shows what the tokens and workspaces of a person have used, and when the next is free', async () => {
  const browser = await signInToDemo(service, 'lead');
  const unused = await browser.visit(`${service.url}/account/use`);
  expect(rowOf(unused.html, 'Demo').slice(1, 3)).toEqual(['0 of 3', 'Now']);
  for (let request = 0; request < 5; request += 1) {
    await fetch(`${service.url}/public/v1/workspace`, {
      headers: { authorization: 'Bearer demo-lead-token' },
    });
  }
  const used = await browser.visit(`${service.url}/account/use`);
  expect(rowOf(used.html, 'Demo')[1]).toBe('3 of 3');
  expect(rowOf(used.html, 'Demo')[2]).toMatch(/^In [56] minutes$/);
  expect(rowOf(used.html, 'Geography')[1]).toBe('0 of 10,000');
  await service.administration.reset();
});

test('is for whoever is signed in', async () => {
  const page = await new Browser().visit(`${service.url}/account/use`);
  expect(page.url).toContain('/oauth/sign-in');
});
