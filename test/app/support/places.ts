import { cascade, createFixture, onCascade, onIssue, uuid, type Fixture } from './resolver-fixture';
import type { ServiceObject } from './service-site';

export const [countryId, regionId, cityId] = [uuid(801), uuid(802), uuid(803)];
export const oz = { objectId: uuid(11), label: 'Oz' };
export const narnia = { objectId: uuid(12), label: 'Narnia' };
export const north = { objectId: uuid(21), label: 'North' };
export const west = { objectId: uuid(22), label: 'West' };
export const emerald = { objectId: uuid(31), label: 'Emerald City' };
const places: readonly ServiceObject[] = [
  { id: oz.objectId, label: oz.label, references: { Kind: ['Country'] } },
  { id: narnia.objectId, label: narnia.label, references: { Kind: ['Country'] } },
  { id: north.objectId, label: north.label, references: { Country: [oz.objectId] } },
  { id: west.objectId, label: west.label, references: { Country: [narnia.objectId] } },
  { id: emerald.objectId, label: emerald.label, references: { Region: [north.objectId] } },
];

/** A screen of the cascade whose levels differ by this from country, region and city. */
export function onLevels(...levels: Partial<(typeof cascade.levels)[number]>[]) {
  const merged = levels.map((level, index) => ({ ...cascade.levels[index], ...level }));
  return { ...onCascade, extension: { ...onIssue, configuration: { ...cascade, levels: merged } } };
}

/** Two countries, a region in each, and a city in one of them. */
export function createPlaces(): Fixture {
  const fixture = createFixture();
  fixture.objects.push(...places);
  return fixture;
}
