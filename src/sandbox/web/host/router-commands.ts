import * as z from 'zod';
import { getPagePath } from '../calls/sandbox-calls';
import type { TrackerClient } from '../calls/tracker-client';
import { projectPagePath } from '../shell/jira-addresses';
import { navigate } from '../shell/routing';
import type { Commands } from './bridge';

const locationSchema = z.discriminatedUnion('target', [
  z.looseObject({ target: z.literal('issue'), issueKey: z.string() }),
  z.looseObject({
    target: z.literal('module'),
    moduleKey: z.string(),
    /** Of a project page. */
    projectKey: z.string().optional(),
    path: z.string().default(''),
  }),
]);

const destinationSchema = z.union([z.looseObject({ url: z.string() }), locationSchema]);

const navigationSchema = z.intersection(
  z.looseObject({ type: z.enum(['same-tab', 'new-tab']) }),
  destinationSchema,
);

/** The commands behind `router`. */
export function routerCommands(tracker: TrackerClient): Commands {
  return {
    navigate(data) {
      const navigation = navigationSchema.parse(data);
      const url = urlOf(navigation);
      if (navigation.type === 'new-tab') open(url, '_blank', 'noopener');
      else goTo(url);
    },
    getUrl: async (data) => {
      const place = locationSchema.parse(data);
      if (place.target === 'issue' || place.projectKey !== undefined) return urlOf(place).href;
      return new URL(await getPagePath(tracker, place.moduleKey), location.origin).href;
    },
    reload: () => location.reload(),
  };
}

function urlOf(destination: z.infer<typeof destinationSchema>): URL {
  if ('url' in destination && typeof destination.url === 'string') {
    return webAddress(destination.url);
  }
  return new URL(pathOf(locationSchema.parse(destination)), location.origin);
}

/** @throws Error for what would run in this page, or start another program */
function webAddress(text: string): URL {
  const url = new URL(text, location.origin);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new Error(`The sandbox opens http and https addresses only, not "${url.protocol}".`);
}

function pathOf(known: z.infer<typeof locationSchema>): string {
  if (known.target === 'issue') return `/browse/${encodeURIComponent(known.issueKey)}`;
  const { moduleKey, projectKey, path } = known;
  if (projectKey === undefined) return `/settings/apps/${encodeURIComponent(moduleKey)}`;
  return `${projectPagePath(projectKey, moduleKey)}/${path.replace(/^\/+/, '')}`;
}

/** Follows an address within the page where it is one of ours. */
function goTo(url: URL): void {
  if (url.origin === location.origin) navigate(url.pathname + url.search);
  else location.assign(url);
}
