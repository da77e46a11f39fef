import { foldText } from '../../../query';
import { demoAccounts } from './accounts';
import type { DemoAccountName } from './accounts';
import { photoKey } from './photos';
import { objectId, lifecycleStateId } from './schema';
import type { DemoObject } from './schema';

const locations = [
  ['Berlin office', 'Torstraße 61, 10119 Berlin', '140', '2016-05-02'],
  ['Lisbon office', 'Rua do Alecrim 26, 1200-018 Lisboa', '60', '2019-09-16'],
  ['Lagos office', '14 Adeola Odeku Street, Victoria Island, Lagos', '45', '2021-03-01'],
  ['São Paulo office', 'Avenida Paulista 1374, 01310-100 São Paulo', '30', '2022-08-15'],
  ['Berlin storeroom', 'Torstraße 61, basement 2, 10119 Berlin', '0', '2016-05-02'],
] as const;

/** Name, team, place of the location, first day, account of this service. */
const people: readonly (readonly [string, string, number, string, DemoAccountName?])[] = [
  ['Amara Okafor', 'Engineering', 2, '2018-02-01', 'admin'],
  ['Lena Fischer', 'Engineering', 0, '2017-06-15', 'lead'],
  ['Mateo Álvarez', 'Support', 1, '2021-01-04', 'member'],
  ['Siobhán Ní Bhriain', 'Design', 0, '2020-10-01'],
  ['Jürgen Groß', 'Finance', 0, '2016-05-02'],
  ['Nguyễn Thị Hương', 'Engineering', 1, '2022-04-11'],
  ['João Conceição', 'Engineering', 3, '2022-09-05'],
  ['Łukasz Wójcik', 'Engineering', 0, '2019-03-18'],
  ['Chidinma Eze', 'People', 2, '2021-07-19'],
  ['Søren Ågård', 'Design', 1, '2023-02-13'],
  ['יעל כהן', 'Support', 0, '2023-11-06'],
  ['渡辺 葵', 'Support', 3, '2024-05-20'],
];

const locationNames = locations.map(([name]) => name);
const personNames = people.map(([name]) => name);

function locationId(place: number): string {
  return objectId('IT', 'Location', locationNames[place % locations.length] ?? '');
}

function personId(place: number): string {
  return objectId('IT', 'Person', personNames[place % people.length] ?? '');
}

function listLocations(): DemoObject[] {
  return locations.map(([name, address, desks, opened]) => ({
    workspace: 'IT',
    type: 'Location',
    key: name,
    createdAt: new Date('2024-01-08T08:00:00Z'),
    values: {
      Name: name,
      Address: address,
      Desks: desks,
      Opened: opened,
      Contact: `${placeOf(name)}@example.com`,
    },
  }));
}

/** `são paulo office` is reached at `sao-paulo-office`. */
function placeOf(name: string): string {
  return foldText(name).replaceAll(' ', '-');
}

function listPeople(): DemoObject[] {
  return people.map(([name, team, place, started, account], index) => ({
    workspace: 'IT',
    type: 'Person',
    key: name,
    createdAt: new Date('2024-01-08T09:00:00Z'),
    values: {
      Name: name,
      Email: `${account ?? `person${index + 1}`}@example.com`,
      Team: team,
      Location: locationId(place),
      Account: demoAccounts.find((candidate) => candidate.account === account)?.id,
      Started: started,
    },
  }));
}

const dayMs = 86_400_000;

interface Model {
  readonly name: string;
  readonly count: number;
  readonly price: number;
  readonly memory: number;
  readonly page: string;
}

const models: readonly Model[] = [
  { name: 'MacBook Pro 14', count: 12, price: 2199, memory: 24, page: 'apple/macbook-pro-14' },
  { name: 'MacBook Pro 16', count: 9, price: 2899, memory: 36, page: 'apple/macbook-pro-16' },
  { name: 'MacBook Air 13', count: 6, price: 1299, memory: 16, page: 'apple/macbook-air-13' },
  { name: 'ThinkPad X1 Carbon', count: 11, price: 1849, memory: 32, page: 'lenovo/x1-carbon' },
  { name: 'ThinkPad T14', count: 5, price: 1249, memory: 16, page: 'lenovo/t14' },
  { name: 'Dell XPS 13', count: 8, price: 1499, memory: 16, page: 'dell/xps-13' },
  { name: 'Framework Laptop 13', count: 3, price: 1399, memory: 32, page: 'framework/13' },
  { name: 'Surface Laptop 15', count: 3, price: 1699, memory: 16, page: 'microsoft/laptop-15' },
  { name: 'EliteBook 840', count: 3, price: 1349, memory: 16, page: 'hp/elitebook-840' },
  { name: 'Chromebook Spin 714', count: 1, price: 749, memory: 16, page: 'acer/spin-714' },
];

/** The same laptops every time; the three in stock that came last are a few days old. */
export function listLaptops(now: Date): DemoObject[] {
  const laptops = models.flatMap((model) => Array.from({ length: model.count }, () => model));
  return laptops.map((model, index) => describeLaptop(model, index, now));
}

export function laptopKey(index: number): string {
  return `LT-${String(index + 1).padStart(4, '0')}`;
}

function describeLaptop(model: Model, index: number, now: Date): DemoObject {
  const status = statusOf(index);
  const isInUse = status === 'In use';
  const purchased = new Date(Date.UTC(2022, (index * 5) % 44, 1 + ((index * 7) % 28)));
  const owners = demoAccounts.slice(0, 3);
  return {
    workspace: 'IT',
    type: 'Laptop',
    key: laptopKey(index),
    createdAt: isNew(index) ? new Date(now.getTime() - ((index % 4) + 1) * dayMs) : purchased,
    values: {
      Name: model.name,
      'Serial number': serialNumber(index),
      Status: status,
      'Assigned to': isInUse ? personId((index * 5) % personNames.length) : undefined,
      Location: locationId(isInUse ? index % 4 : 4),
      Purchased: isoDay(purchased),
      Price: (model.price + (index % 5) * 37.5).toFixed(2),
      'Warranty until': isoDay(addYears(purchased, 3)),
      Memory: String(index % 6 === 0 ? model.memory * 2 : model.memory),
      Encrypted: String(index % 9 !== 4),
      'Vendor page': `https://vendor.example.com/${model.page}`,
      Owner: owners[index % (owners.length + 1)]?.id,
      Lifecycle: lifecycleStateId(lifecycleOf(status, index)),
      'Checked at': index % 3 === 0 ? checkedAt(purchased, index) : undefined,
      Accessories: accessories.filter((_, place) => (index + place) % 4 === 0),
      Photo: index % 5 === 0 ? photoKey(laptopKey(index)) : undefined,
      Notes: notes[index % 8],
    },
  };
}

function statusOf(index: number): string {
  if (isNew(index) || index % 7 === 3) return 'In stock';
  if (index % 11 === 5) return 'In repair';
  return index % 13 === 7 ? 'Retired' : 'In use';
}

function lifecycleOf(status: string, index: number) {
  if (isNew(index)) return 'Ordered';
  if (status === 'In repair') return 'In repair';
  if (status !== 'Retired') return 'In service';
  return index % 2 === 0 ? 'Lost' : 'Retired';
}

const accessories = ['Charger', 'Docking station', 'Sleeve', 'Privacy filter'];

/** Most laptops go without; the third is as an editor writes it, the fifth as a person does. */
const notes: readonly (string | undefined)[] = [
  undefined,
  undefined,
  richText(
    [text('Battery replaced, holds a '), text('full day', 'bold'), text(' again.')],
    [text('Keyboard: '), text('German', 'italic'), text('.')],
  ),
  undefined,
  'Scratch on the lid, works fine.',
  richText([
    text('Ask '),
    { type: 'mention', attrs: { id: demoAccounts[1]?.id, label: demoAccounts[1]?.name } },
    text(' before lending it.'),
  ]),
];

/** A document as a TipTap editor keeps it, one paragraph per argument. */
function richText(...paragraphs: readonly (readonly object[])[]): string {
  const content = paragraphs.map((content) => ({ type: 'paragraph', content }));
  return JSON.stringify({ type: 'doc', content });
}

function text(words: string, mark?: 'bold' | 'italic') {
  return { type: 'text', text: words, ...(mark && { marks: [{ type: mark }] }) };
}

function checkedAt(purchased: Date, index: number): string {
  return new Date(purchased.getTime() + (90 + index) * dayMs + index * 777_000).toISOString();
}

function isNew(index: number): boolean {
  return index >= 51 && index < 54;
}

function serialNumber(index: number): string {
  const digits = ((index + 17) * 7_919_317) % 36 ** 5;
  return `SN${digits.toString(36).toUpperCase().padStart(5, '0')}-${String(index + 1).padStart(2, '0')}`;
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function addYears(date: Date, years: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()));
}

/** Name, supplier, signed, ends, yearly cost, renews itself, places of the laptops covered. */
const contracts = [
  ['MacBook lease 2024', 'Nordleasing AG', '2024-01-15', '2027-01-31', '41200.00', true, [0, 1, 2]],
  ['MacBook lease 2025', 'Nordleasing AG', '2025-02-03', '2028-02-29', '38650.50', true, [3, 12]],
  [
    'ThinkPad maintenance',
    'Hardware Partner GmbH',
    '2023-06-01',
    '2026-05-31',
    '7900.00',
    false,
    [27, 28, 29],
  ],
  [
    'Accident insurance, laptops',
    'Seguros Atlântico S.A.',
    '2024-04-22',
    '2027-04-30',
    '5120.00',
    true,
    [0, 12, 27, 43],
  ],
  [
    'On-site repair, Berlin',
    'Reparaturwerk Groß & Söhne',
    '2022-11-07',
    '2025-11-30',
    '3480.00',
    false,
    [44],
  ],
  [
    'On-site repair, Lagos',
    'Eko Device Care Ltd',
    '2024-09-02',
    '2026-09-30',
    '2950.00',
    false,
    [],
  ],
  ['Disk destruction', 'Datentod Recycling e. K.', '2023-03-13', '2026-12-31', '640.00', true, []],
  [
    'Device management licenses',
    'Fleetwise Inc.',
    '2025-01-08',
    '2026-12-31',
    '11880.00',
    true,
    [],
  ],
] as const;

/** `C-001` is the first. */
function contractKey(index: number): string {
  return `C-${String(index + 1).padStart(3, '0')}`;
}

function listContracts(): DemoObject[] {
  return contracts.map(([name, supplier, signed, ends, cost, renews, covered], index) => ({
    workspace: 'IT',
    type: 'Contract',
    key: contractKey(index),
    createdAt: new Date(`${signed}T10:30:00Z`),
    values: {
      Name: name,
      Number: contractKey(index),
      Supplier: supplier,
      Contact: personId(index * 4 + 4),
      Covers: covered.map((place) => objectId('IT', 'Laptop', laptopKey(place))),
      Signed: `${signed}T10:30:00Z`,
      Ends: ends,
      'Yearly cost': cost,
      'Renews itself': String(renews),
      'Approved by': demoAccounts.slice(0, (index % 3) + 1).map(({ id }) => id),
    },
  }));
}

/** Every object of the workspace `IT`. */
export function listInventory(now: Date): DemoObject[] {
  return [...listLocations(), ...listPeople(), ...listLaptops(now), ...listContracts()];
}

/**
 * Id and label of a laptop or contract, by its key: `getDemoObject('Laptop', 'LT-0001')`.
 * @throws Error if the demo has no such object
 */
export function getDemoObject(
  type: 'Laptop' | 'Contract',
  key: string,
): { objectId: string; label: string } {
  const objects = listInventory(new Date());
  const found = objects.find((object) => object.type === type && object.key === key);
  if (typeof found?.values.Name !== 'string') throw new Error(`The demo has no ${type} ${key}.`);
  return { objectId: objectId('IT', type, key), label: found.values.Name };
}
