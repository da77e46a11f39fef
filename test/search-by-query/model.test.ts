/**
 * The whole search by query against a model of it: the app's own sources with the platform's SDKs on
 * the sandbox, and the real service, on one clock that the test moves.
 *
 * The model knows three things of each call of the function, by operator and arguments:
 *
 * - Jira keeps what the function answered first, until nobody searched with it for seven days. An
 *   error is kept for a minute.
 * - A refresh that came to its end with a token puts in its place what the service found while it
 *   ran; it passes over queries that nobody searched with for six days. It runs daily, on demand and
 *   after a token was saved, dies at any call, and is over an hour after it was asked for.
 * - Without a token, or with one that the last refresh found refused, a result ends 7 days after it
 *   was last known to be right, to the hour of the schedule: then an error takes its place. What the
 *   schedule misses for three hours ends with the next daily refresh.
 *
 * Lists of the storage lag some seconds behind what is kept. Where they lag for ever, the schedule
 * misses every result, and nothing else is different.
 *
 * A search finds exactly the issues whose field holds one of the objects that are kept so, or with
 * `not in` something and none of them. While a refresh may be running the model allows what was
 * there before and what it may have put in its place.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { VirtualClock } from '../../src/sandbox/forge/clock';
import type { Service } from '../../src/service';
import { ManualTimers } from '../sandbox/support/manual-timers';
import { AppSite, faults } from './app-site';
import { ExpectedAnswers, type Call } from './expected-answers';
import { anySteps, createSomeObjects, type Known } from './steps';
import type { World } from './world';
import { startDemoService } from '../support/demo-service';
import fc, { seed } from '../support/property-testing';

const runs = Number(process.env.SEARCH_BY_QUERY_RUNS ?? 4);
const hourMs = 3_600_000;
/** Manifest.yml, `refresh-work`: the platform ends it then. */
const maximumInvocationMs = 600_000;

const timers = new ManualTimers();
let clock: VirtualClock;
let service: Service;

beforeAll(async () => {
  clock = await VirtualClock.open(timers);
  service = await startDemoService({ clock: () => clock.now() });
  faults.onHang = () => {
    clock.pass(maximumInvocationMs);
    timers.advance(maximumInvocationMs);
  };
});
afterAll(() => service.close());

test.each([
  ['some seconds behind', { areListsFrozen: false }],
  ['behind for ever', { areListsFrozen: true }],
])(
  'Whatever happens to objects, issues, the field, the token and the refresh, a search finds what the last complete refresh found, with lists %s',
  async (_, options) => {
    const property = fc.asyncProperty(anySteps, async (steps) => {
      timers.advance(hourMs);
      const site = await AppSite.open(service.url, clock);
      if (options.areListsFrozen) site.freezeLists();
      const known = await begin(site, options);
      for (const step of steps) await step.play(known, site);
      await site.revokeToken();
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  },
  120_000 + runs * 20_000,
);

async function begin(site: AppSite, options: { areListsFrozen: boolean }): Promise<Known> {
  await site.configure(['laptop', 'phone']);
  await site.giveToken();
  const world: World = {
    objects: new Map(),
    sources: ['laptop', 'phone'],
    fieldName: 'Asset',
    token: 'good',
  };
  const known = {
    answers: new ExpectedAnswers(world, site.now, options),
    issues: new Map<string, readonly string[]>(),
    calls: new Set<Call>(),
  };
  // The token asked for one.
  known.answers.askForRefresh(site.now, { mayDie: faults.isPlanned });
  await createSomeObjects(known, site);
  return known;
}
