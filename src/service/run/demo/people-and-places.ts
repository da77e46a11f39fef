import { foldText } from '../../../query';
import type { DemoAccountName } from './accounts';
import { demoAccounts } from './accounts';
import type { DemoObject } from './demo-object';
import { objectId } from './schema';

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
export const personNames = people.map(([name]) => name);

export function locationId(place: number): string {
  return objectId('IT', 'Location', locationNames[place % locations.length] ?? '');
}

export function personId(place: number): string {
  return objectId('IT', 'Person', personNames[place % people.length] ?? '');
}

export function listLocations(): DemoObject[] {
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

export function listPeople(): DemoObject[] {
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
