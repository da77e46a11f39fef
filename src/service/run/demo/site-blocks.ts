import type { Block, ChartBlock, TableBlock, TextBlock } from '../../../api/site-page';
import { laptopKey } from './laptops';
import { attributeId, objectId, typeId } from './schema';

interface Table extends Partial<Pick<TableBlock, 'query' | 'pageSize' | 'hasSearch'>> {
  readonly heading: string;
  readonly columns: readonly string[];
  /** The name of an attribute; with a minus sign before it in descending order. */
  readonly sort?: string;
}

/** What the tables and charts of one type of a workspace have in common. */
function blocksAbout(workspace: string, type: string) {
  const id = (attribute: string) => attributeId(workspace, type, attribute);
  return {
    table: ({ columns, sort, ...table }: Table): TableBlock => ({
      kind: 'table',
      typeId: typeId(workspace, type),
      query: '',
      pageSize: 20,
      hasSearch: true,
      ...table,
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

const fleet: Record<string, readonly Block[]> = {
  Laptops: [
    laptops.table({
      heading: 'All laptops',
      columns: ['Status', 'Assigned to', 'Location', 'Purchased', 'Memory', 'Price'],
    }),
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
    laptops.table({
      heading: 'In repair',
      query: 'Status = "In repair"',
      columns: ['Status', 'Serial number', 'Location', 'Warranty until'],
      sort: 'Warranty until',
      pageSize: 5,
      hasSearch: false,
    }),
  ],
};

const handbook: Record<string, readonly Block[]> = {
  'Getting a laptop': [
    text(
      'How it works',
      'Everyone who joins gets a laptop on their first day. Choose one of those below, and tell us in a work item of the project that you work for.',
      '- Engineering and Design: 24 GB of memory or more\n- Everyone else: 16 GB\n- A loan for a few days: ask at the storeroom',
    ),
    laptops.table({
      heading: 'In stock now',
      query: 'Status = "In stock"',
      columns: ['Memory', 'Location', 'Accessories', 'Purchased'],
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
    laptops.table({
      heading: 'In repair',
      query: 'Status = "In repair"',
      columns: ['Lifecycle', 'Serial number', 'Encrypted', 'Warranty until'],
      pageSize: 10,
    }),
  ],
  'Where we are': [
    locations.table({
      heading: 'Offices and storerooms',
      columns: ['Address', 'Desks', 'Opened', 'Contact'],
      hasSearch: false,
    }),
    people.chart('People by team', 'Team'),
    people.chart('People by location', 'Location'),
    people.table({
      heading: 'Everyone',
      columns: ['Team', 'Location', 'Email', 'Started'],
      pageSize: 10,
    }),
  ],
};

const purchasing: Record<string, readonly Block[]> = {
  'Contracts that end soon': [
    contracts.table({
      heading: 'By their last day',
      query: 'Ends is not empty',
      columns: ['Ends', 'Supplier', 'Yearly cost', 'Renews itself', 'Covers'],
      sort: 'Ends',
    }),
  ],
  'Laptops out of warranty': [
    laptops.chart('By status', 'Status', '"Warranty until" < now()'),
    laptops.chart('By location', 'Location', '"Warranty until" < now()'),
    laptops.table({
      heading: 'Out of warranty',
      query: '"Warranty until" < now()',
      columns: ['Warranty until', 'Status', 'Assigned to', 'Price'],
      sort: 'Warranty until',
    }),
  ],
};

const atlas: Record<string, readonly Block[]> = {
  Countries: [
    countries.table({
      heading: 'Countries',
      columns: ['Code', 'Capital', 'Official name', 'Area'],
    }),
  ],
  Regions: [
    regions.chart('Regions by country', 'Country'),
    regions.table({ heading: 'Regions', columns: ['Country', 'Code'] }),
  ],
  Cities: [
    cities.table({ heading: 'Cities', columns: ['Region', 'Country', 'Latitude', 'Longitude'] }),
  ],
};

const newMarkets: Record<string, readonly Block[]> = {
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

const pagesBySite: Record<string, Record<string, readonly Block[]>> = {
  Fleet: fleet,
  Handbook: handbook,
  Purchasing: purchasing,
  Atlas: atlas,
  'New markets': newMarkets,
};

/** What a page of a site of the demo shows. */
export function blocksOf(site: string, page: string): readonly Block[] {
  return pagesBySite[site]?.[page] ?? [];
}
