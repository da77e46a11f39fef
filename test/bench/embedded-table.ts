import * as z from 'zod';
import { demoPageId, demoSiteId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { headersFor, parentOrigin, type GeographyService } from './geography-service';
import { besideAt, type Row } from './row';
import { timeInTurns, timeMs } from './timing';

const rounds = 20;
const pagePath = `/site/${demoSiteId('Geography', 'Atlas')}/page/${demoPageId('Geography', 'Atlas', 'Cities')}`;

/** The page with the table of all cities, as a tab shows it, beside one search for the rows that it shows. */
export async function measureEmbeddedTable(service: GeographyService): Promise<Row[]> {
  const session = await startSession(service.url);
  const search = { query: 'order by Label', typeId: demoTypeId('Geography', 'City'), limit: 25 };
  const [pageMs, searchMs] = await timeInTurns(rounds, [
    () => timeMs(() => post(`${service.url}/embed/content`, { query: '' }, bearer(session))),
    () => timeMs(() => service.search(search)),
  ]);
  return [
    besideAt(
      0.5,
      'page with a table of 171,075 cities, beside one search for its first rows',
      pageMs,
      searchMs,
      1.5,
    ),
  ];
}

async function startSession(url: string): Promise<string> {
  const asked = { audience: 'workspace-objects-for-jira', parentOrigin };
  const headers = headersFor(demoWorkspaceId('Geography'));
  const { token } = z
    .object({ token: z.string() })
    .parse(await post(`${url}/public/v1${pagePath}/embed-token`, asked, headers));
  const reply = await post(`${url}/embed/session`, { token, parentOrigin });
  return z.object({ session: z.string() }).parse(reply).session;
}

function bearer(session: string): Record<string, string> {
  return { authorization: `Bearer ${session}` };
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
