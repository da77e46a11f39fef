import * as z from 'zod';
import { getPagePath } from '../server/forge-calls';
import type { TrackerClient } from '../server/request';
import { navigate } from '../shell/routing';
import type { Commands } from './bridge';

const locationSchema = z.discriminatedUnion('target', [
  z.looseObject({ target: z.literal('issue'), issueKey: z.string() }),
  z.looseObject({ target: z.literal('module'), moduleKey: z.string() }),
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
      if (place.target === 'issue') return urlOf(place).href;
      return new URL(await getPagePath(tracker, place.moduleKey), location.origin).href;
    },
    reload: () => location.reload(),
  };
}

function urlOf(destination: z.infer<typeof destinationSchema>): URL {
  if ('url' in destination && typeof destination.url === 'string') {
    return new URL(destination.url, location.origin);
  }
  const known = locationSchema.parse(destination);
  const path =
    known.target === 'issue'
      ? `/browse/${encodeURIComponent(known.issueKey)}`
      : `/settings/apps/${encodeURIComponent(known.moduleKey)}`;
  return new URL(path, location.origin);
}

/** Follows an address within the page where it is one of ours. */
function goTo(url: URL): void {
  if (url.origin === location.origin) navigate(url.pathname + url.search);
  else location.assign(url);
}
