import type { Block, ChartBlock, TableBlock, TextBlock } from '../../../api/site-page';
import type { Queryable } from '../../base/database/database';
import { contentOf } from '../../model/sites/site-pages';
import { demoAccounts } from './accounts';
import type { DemoAccountName } from './accounts';
import { laptopKey } from './inventory';
import { attributeId, objectId, typeId, demoId, workspaceId } from './schema';

interface TableOptions extends Partial<Pick<TableBlock, 'query' | 'pageSize' | 'hasSearch'>> {
  /** The name of an attribute; with a minus sign before it in descending order. */
  readonly sort?: string;
}

/** What the tables and charts of one type of a workspace have in common. */
function blocksAbout(workspace: string, type: string) {
  const id = (attribute: string) => attributeId(workspace, type, attribute);
  return {
    table: (
      heading: string,
      columns: readonly string[],
      { sort, query = '', pageSize = 20, hasSearch = true }: TableOptions = {},
    ): TableBlock => ({
      kind: 'table',
      typeId: typeId(workspace, type),
      heading,
      query,
      pageSize,
      hasSearch,
      columns: columns.map(id),
      ...(sort !== undefined && {
        sort: { attributeId: id(sort.replace(/^-/, '')), isDescending: sort.startsWith('-') },
      }),
    }),
    chart: (heading: string, attribute: string, query = ''): ChartBlock => ({
      kind: 'chart',
      heading,
      typeId: typeId(workspace, type),
      query,
      attributeId: id(attribute),
    }),
  };
}

function text(heading: string, ...paragraphs: readonly string[]): TextBlock {
  return { kind: 'text', heading, text: paragraphs.join('\n\n') };
}

const laptops = blocksAbout('IT', 'Laptop');
const people = blocksAbout('IT', 'Person');
const locations = blocksAbout('IT', 'Location');
const contracts = blocksAbout('IT', 'Contract');
const countries = blocksAbout('Geography', 'Country');
const regions = blocksAbout('Geography', 'Region');
const cities = blocksAbout('Geography', 'City');

const laptop = (index: number) => objectId('IT', 'Laptop', laptopKey(index));

const fleet: DemoSite['pages'] = {
  Laptops: [
    laptops.table('All laptops', [
      'Status',
      'Assigned to',
      'Location',
      'Purchased',
      'Memory',
      'Price',
    ]),
  ],
  Dashboard: [
    laptops.chart('Status', 'Status'),
    laptops.chart('Lifecycle', 'Lifecycle'),
    laptops.chart('Where they are', 'Location'),
    laptops.chart('Who has most', 'Assigned to', 'Status = "In use"'),
    {
      kind: 'record',
      heading: 'Longest in service',
      objectId: laptop(0),
    },
    laptops.table('In repair', ['Status', 'Serial number', 'Location', 'Warranty until'], {
      query: 'Status = "In repair"',
      sort: 'Warranty until',
      pageSize: 5,
      hasSearch: false,
    }),
  ],
};

const handbook: DemoSite['pages'] = {
  'Getting a laptop': [
    text(
      'How it works',
      'Everyone who joins gets a laptop on their first day. Choose one of those below, and tell us in a work item of the project that you work for.',
      '- Engineering and Design: 24 GB of memory or more\n- Everyone else: 16 GB\n- A loan for a few days: ask at the storeroom',
    ),
    laptops.table('In stock now', ['Memory', 'Location', 'Accessories', 'Purchased'], {
      query: 'Status = "In stock"',
      sort: '-Purchased',
      pageSize: 10,
    }),
  ],
  'Lost or broken': [
    text(
      'What to do',
      'Lock it first, from any browser. Then write down the serial number, where you saw it last, and whether it was encrypted.',
      'Repairs take about a week: https://vendor.example.com/repairs shows how far yours is.',
    ),
    laptops.table('In repair', ['Lifecycle', 'Serial number', 'Encrypted', 'Warranty until'], {
      query: 'Status = "In repair"',
      pageSize: 10,
    }),
  ],
  'Where we are': [
    locations.table('Offices and storerooms', ['Address', 'Desks', 'Opened', 'Contact'], {
      hasSearch: false,
    }),
    people.chart('People by team', 'Team'),
    people.chart('People by location', 'Location'),
    people.table('Everyone', ['Team', 'Location', 'Email', 'Started'], { pageSize: 10 }),
  ],
};

const purchasing: DemoSite['pages'] = {
  'Contracts that end soon': [
    contracts.table(
      'By their last day',
      ['Ends', 'Supplier', 'Yearly cost', 'Renews itself', 'Covers'],
      { query: 'Ends is not empty', sort: 'Ends' },
    ),
  ],
  'Laptops out of warranty': [
    laptops.chart('By status', 'Status', '"Warranty until" < now()'),
    laptops.chart('By location', 'Location', '"Warranty until" < now()'),
    laptops.table('Out of warranty', ['Warranty until', 'Status', 'Assigned to', 'Price'], {
      query: '"Warranty until" < now()',
      sort: 'Warranty until',
    }),
  ],
};

const atlas: DemoSite['pages'] = {
  Countries: [countries.table('Countries', ['Code', 'Capital', 'Official name', 'Area'])],
  Regions: [
    regions.chart('Regions by country', 'Country'),
    regions.table('Regions', ['Country', 'Code']),
  ],
  Cities: [cities.table('Cities', ['Region', 'Country', 'Latitude', 'Longitude'])],
};

const newMarkets: DemoSite['pages'] = {
  Shortlist: [
    text('Why these', 'We have customers there already, and small teams are quick to hire.'),
    { kind: 'record', objectId: objectId('Geography', 'Country', 'LV') },
    { kind: 'record', objectId: objectId('Geography', 'Country', 'IS') },
    { kind: 'record', objectId: objectId('Geography', 'Country', 'VN') },
  ],
  'Travel times': [
    text('By plane from Berlin', '- Riga: 1 h 40 min\n- Reykjavík: 3 h 45 min\n- Hanoi: 14 h'),
  ],
};

interface DemoSite {
  readonly workspace: string;
  readonly name: string;
  /** The only members who may open it; every member if absent. */
  readonly readers?: readonly DemoAccountName[];
  /** What each page shows, by its name, in the order of the site. */
  readonly pages: Readonly<Record<string, readonly Block[]>>;
}

const demoSites: readonly DemoSite[] = [
  { workspace: 'IT', name: 'Fleet', pages: fleet },
  { workspace: 'IT', name: 'Handbook', pages: handbook },
  { workspace: 'IT', name: 'Purchasing', readers: ['admin', 'lead'], pages: purchasing },
  { workspace: 'Geography', name: 'Atlas', pages: atlas },
  { workspace: 'Geography', name: 'New markets', readers: ['admin', 'lead'], pages: newMarkets },
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
      'insert into site_access (workspace_id, site_id, user_id) values ($1, $2, $3)',
      [workspaceId(workspace), id, userId],
    );
  }
  for (const [position, [page, blocks]] of Object.entries(pages).entries()) {
    await database.query(
      `insert into page (workspace_id, id, site_id, name, position, content)
       values ($1, $2, $3, $4, $5, $6::jsonb)`,
      [
        workspaceId(workspace),
        pageId(workspace, name, page),
        id,
        page,
        position,
        contentOf(blocks),
      ],
    );
  }
}
