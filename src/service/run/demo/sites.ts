import type { Queryable } from '../../base/database';
import { contentOf } from '../../model/sites/site-pages';
import { demoAccounts } from './accounts';
import type { DemoAccountName } from './accounts';
import { demoId } from './demo-id';
import { blocksOf } from './site-blocks';
import { workspaceId } from './schema';

interface DemoSite {
  readonly workspace: string;
  readonly name: string;
  /** The only members who may open it; every member if absent. */
  readonly readers?: readonly DemoAccountName[];
  readonly pages: readonly string[];
}

const demoSites: readonly DemoSite[] = [
  {
    workspace: 'IT',
    name: 'Fleet',
    pages: ['Laptops', 'Dashboard'],
  },
  {
    workspace: 'IT',
    name: 'Handbook',
    pages: ['Getting a laptop', 'Lost or broken', 'Where we are'],
  },
  {
    workspace: 'IT',
    name: 'Purchasing',
    readers: ['admin', 'lead'],
    pages: ['Contracts that end soon', 'Laptops out of warranty'],
  },
  { workspace: 'Geography', name: 'Atlas', pages: ['Countries', 'Regions', 'Cities'] },
  {
    workspace: 'Geography',
    name: 'New markets',
    readers: ['admin', 'lead'],
    pages: ['Shortlist', 'Travel times'],
  },
];

export function siteId(workspace: string, site: string): string {
  return demoId('site', workspace, site);
}

export function pageId(workspace: string, site: string, page: string): string {
  return demoId('page', workspace, site, page);
}

/** The sites of the demo's workspaces with their pages; workspaces and accounts are there already. */
export async function insertSites(database: Queryable): Promise<void> {
  for (const site of demoSites) await insertSite(database, site);
}

async function insertSite(
  database: Queryable,
  { workspace, name, readers, pages }: DemoSite,
): Promise<void> {
  const id = siteId(workspace, name);
  await database.query(
    'insert into site (id, workspace_id, name, is_open) values ($1, $2, $3, $4)',
    [id, workspaceId(workspace), name, readers === undefined],
  );
  for (const { id: userId } of demoAccounts.filter(({ account }) => readers?.includes(account))) {
    await database.query(
      `insert into site_access (workspace_id, site_id, user_id, may_read)
       values ($1, $2, $3, true)`,
      [workspaceId(workspace), id, userId],
    );
  }
  for (const [position, page] of pages.entries()) {
    await database.query(
      `insert into page (workspace_id, id, site_id, name, position, content)
       values ($1, $2, $3, $4, $5, $6::jsonb)`,
      [
        workspaceId(workspace),
        pageId(workspace, name, page),
        id,
        page,
        position,
        contentOf(blocksOf(name, page)),
      ],
    );
  }
}
