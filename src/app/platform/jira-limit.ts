import type { JiraLimit } from './platform';

/**
 * All sites of an app share so many points in an hour: one for a call, and one for each object that
 * it reads. Once they are used up, Jira refuses every call until the hour ends.
 * @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
 */
const pointsPerHour = 65_000;
/** The rest is for people. */
const backgroundShare = 1 / 4;
/** With more sites, an hour's points wouldn't do for one page of work. */
export const maximumExpectedSites = 50;

/**
 * How many points background work of one site may spend in an hour.
 * @param expectedSites as deployed; one site where it isn't a whole number from 1 to 50
 */
export function backgroundPointsFor(expectedSites: string | undefined): number {
  const sites = Number(expectedSites);
  const isUsable = Number.isInteger(sites) && sites >= 1 && sites <= maximumExpectedSites;
  return Math.floor((pointsPerHour * backgroundShare) / (isUsable ? sites : 1));
}

const hourMs = 60 * 60 * 1000;

/**
 * Until when the limit is near, by what Jira says in a response; undefined where it isn't.
 * @param now milliseconds since the epoch
 * @see docs/platform-assumptions.md, 74
 */
export function nearLimitEnd(
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  if (headers.get('x-ratelimit-nearlimit')?.toLowerCase() !== 'true') return undefined;
  const endOfHour = (Math.floor(now / hourMs) + 1) * hourMs;
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  return reset > now ? Math.min(reset, now + hourMs) : endOfHour;
}

/** All sites share the limit, so what a response for one of them said is true for all. */
let nearUntil: number | undefined;

/** Remembers what a response says of the limit. */
export function noteLimit(headers: { get(name: string): string | null }): void {
  nearUntil = nearLimitEnd(headers, Date.now()) ?? nearUntil;
}

export const jiraLimit: JiraLimit = {
  backgroundPointsPerHour: () => backgroundPointsFor(process.env['WDS_EXPECTED_SITES']),
  findNearLimitEnd: () => nearUntil,
};
