import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readManifest, readManifestSource } from './read-manifest';

const page = readFileSync('docs/data-and-permissions.md', 'utf8');

/** The first cell of each row of the table under a heading, without its backquotes. */
function firstCells(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`\s*\|/gm)].map(([, cell]) => cell ?? '');
}

describe('docs/data-and-permissions.md', () => {
  test('lists exactly the scopes of the manifest', () => {
    expect([...new Set(firstCells('Scopes'))].sort()).toEqual(
      [...readManifest().permissions.scopes].sort(),
    );
  });

  test('lists exactly the hosts that the manifest lets the app reach', () => {
    const remotes = z.object({ remotes: z.array(z.object({ baseUrl: z.string() })) });
    const hosts = remotes.parse(readManifestSource()).remotes.map((remote) => remote.baseUrl);
    expect(firstCells('Hosts').sort()).toEqual(hosts.sort());
  });

  test('lists exactly the OAuth scopes that the app asks the service for', () => {
    const providers = z.object({
      providers: z.object({ auth: z.array(z.object({ scopes: z.array(z.string()) })) }),
    });
    const scopes = providers.parse(readManifestSource()).providers.auth.flatMap((p) => p.scopes);
    expect(firstCells("The service's own permission")).toEqual(scopes);
  });
});
