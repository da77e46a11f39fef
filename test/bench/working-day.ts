import { VirtualClock } from '../../src/sandbox/forge/clock';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { ManualTimers } from '../sandbox/support/manual-timers';
import { hostApp, searchByQuery, setAccessToken, storeQueries, typeIntoPicker } from './hosted-app';
import { atMost, told, type Row } from './row';
import { startServiceStandIn, worstWindow, type ServiceStandIn } from './service-stand-in';

const minuteMs = 60_000;
const people = 50;
const minutesOfDay = 8 * 60;
/** Each person searches, and picks an object, as often. */
const minutesBetween = 10;
/** Of the later searches one in so many is new to Jira. */
const newOneIn = 5;
const storedQueries = 2_000;

/**
 * A day on which 50 people search and pick while the refresh of 2,000 stored queries runs: in its
 * first five minutes everybody searches for something new that finds 1,000 objects. The service is a
 * stand-in, which has no database and keeps the limit of each token.
 */
export async function measureWorkingDay(): Promise<Row[]> {
  const clock = await VirtualClock.open(new ManualTimers());
  const service = await startServiceStandIn(() => clock.now().getTime());
  try {
    const sandbox = await hostApp(service.url, { clock });
    await setAccessToken(sandbox, 'access-token');
    await searchByQuery(sandbox, 'Status = "State 0"');
    const queries = Array.from(
      { length: storedQueries },
      (_, index) => `Status = "State ${index}"`,
    );
    storeQueries(sandbox, queries.slice(1));
    await sandbox.host.advance(5 * minuteMs, { schedules: true });
    await everybodyAtOnce(sandbox);
    for (let minute = 5; minute < minutesOfDay; minute += 1) await workAMinute(sandbox, minute);
    return rowsOf(service);
  } finally {
    await service.close();
  }
}

async function everybodyAtOnce(sandbox: Sandbox): Promise<void> {
  for (let minute = 0; minute < 5; minute += 1) {
    for (let person = 0; person < people / 5; person += 1) {
      await searchByQuery(sandbox, `Label ~ "five pages ${minute} ${person}"`);
    }
    await sandbox.host.advance(minuteMs, { schedules: true });
  }
}

async function workAMinute(sandbox: Sandbox, minute: number): Promise<void> {
  for (let turn = 0; turn < people / minutesBetween; turn += 1) {
    const isNew = (minute + turn) % newOneIn === 0;
    const query = isNew ? `Label ~ "new ${minute} ${turn}"` : `Status = "State ${minute + turn}"`;
    await searchByQuery(sandbox, query);
    for (const text of ['thi', 'thinkpad']) await typeIntoPicker(sandbox, text);
  }
  await sandbox.host.advance(minuteMs, { schedules: true });
}

function rowsOf({ seen }: ServiceStandIn): Row[] {
  const ofToken = seen.filter(({ token }) => token === 'Bearer access-token');
  const refused = seen.filter(({ status }) => status === 429).length;
  const name = (what: string) => `a day with 50 people and a refresh of 2,000: ${what}`;
  return [
    told(name('calls with the access token'), ofToken.length, 'calls'),
    atMost(name('with the token in the worst 300 s'), worstWindow(ofToken), 'calls', 1_000),
    atMost(name('in the workspace in the worst 300 s'), worstWindow(seen), 'calls', 10_000),
    atMost(name('refused with 429'), refused, 'calls', 0),
  ];
}
