import * as z from 'zod';
import { demoPageId, demoSiteId } from '../../src/service';
import { city, geography, headersFor, parentOrigin } from './geography-service';
import type { GeographyService } from './geography-service';
import { besideAt, type Row } from './row';
import { timeBoth } from './timing';

const rounds = 20;
const pagePath = `/site/${demoSiteId('Geography', 'Atlas')}/page/${demoPageId('Geography', 'Atlas', 'Cities')}`;

/** The page with the table of all cities, as a tab shows it, beside one search for the rows that it shows. */
export async function measureEmbeddedTable(service: GeographyService): Promise<Row[]> {
  const session = await startSession(service.url);
  const authorization = `Bearer ${session}`;
  const [pageMs, searchMs] = await timeBoth(
    rounds,
    () => post(`${service.url}/embed/content`, { query: '' }, { authorization }),
    () => service.search({ query: 'order by Label', typeId: city, limit: 25 }),
  );
  const name = 'page with a table of 171,075 cities, beside one search for its first rows';
  return [besideAt(0.5, name, pageMs, searchMs, 1.5)];
}

async function startSession(url: string): Promise<string> {
  const asked = { audience: 'workspace-objects-for-jira', parentOrigin };
  const headers = headersFor(geography);
  const { token } = z
    .object({ token: z.string() })
    .parse(await post(`${url}/public/v1${pagePath}/embed-token`, asked, headers));
  const reply = await post(`${url}/embed/session`, { token, parentOrigin });
  return z.object({ session: z.string() }).parse(reply).session;
}

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
