import { demoAccounts } from './accounts';
import type { DemoObject } from './demo-object';
import { lifecycleStateId } from './lifecycle';
import { locationId, personId, personNames } from './people-and-places';
import { photoKey } from './photos';

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
