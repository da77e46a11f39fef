import * as z from 'zod';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { TrackerClient } from '../calls/tracker-client';
import type { Flags } from '../shell/flags';
import type { Activity } from './activity';
import type { HostState, AppEvents, AppEventListener } from './host-state';
import { fetchProduct, invokeFunction, readContext, getPagePath } from '../calls/sandbox-calls';
import type { Commands } from './bridge';
import { projectPagePath, navigate } from '../shell/routing';

/** The page around one run of a resource, UI Kit or Custom UI. */
export interface ResourceSurroundings {
  host: HostState;
  tracker: TrackerClient;
  flags: Flags;
  point: ExtensionPoint;
  activity: Activity;
  place: () => ResourcePlace;
  colorMode: () => 'light' | 'dark';
  onUnsupported: (command: string) => void;
  onConsentNeeded: (request: ConsentRequest) => void;
}

interface Backend {
  tracker: TrackerClient;
  point: ExtensionPoint;
  activity: Activity;
  colorMode: () => 'light' | 'dark';
  /** The resource is replaced by a question for consent, so its call is never answered. */
  onConsentNeeded: (request: ConsentRequest) => void;
}

const invokeDataSchema = z.object({
  functionKey: z.string(),
  payload: z.unknown().optional(),
  metadata: z.unknown().optional(),
});

const productDataSchema = z.looseObject({
  product: z.literal('jira'),
  restPath: z.string(),
  fetchRequestInit: z.unknown().optional(),
});

/**
 * Commands that the server answers: the context, the app's functions, Jira's REST. Jira knows a
 * place before it shows the app there, so the context is read while the app starts.
 */
export function backendCommands(backend: Backend): Commands {
  const read = () => readContext(backend.tracker, backend.point);
  let first: ReturnType<typeof read> | undefined = read();
  // The error reaches whoever asks for the context.
  first.catch(() => undefined);
  return {
    async getContext() {
      const context = first ?? read();
      first = undefined;
      return { ...(await context), theme: { colorMode: backend.colorMode() } };
    },
    invoke: (data) => backend.activity.track(invoke(backend, data)),
    fetchProduct: (data) => {
      const { restPath, fetchRequestInit } = productDataSchema.parse(data);
      return fetchProduct(backend.tracker, restPath, fetchRequestInit);
    },
  };
}

async function invoke(backend: Backend, data: unknown): Promise<unknown> {
  const { functionKey, payload, metadata } = invokeDataSchema.parse(data);
  const reply = await invokeFunction(backend.tracker, backend.point, functionKey, payload);
  if (reply.ok) return metadata === undefined ? reply.value : { body: reply.value, metadata };
  const { code, message, authorizeUrl } = reply.error;
  if (code === consentNeededCode && authorizeUrl !== undefined) {
    backend.onConsentNeeded({ authorizeUrl });
    return new Promise(() => undefined);
  }
  throw Object.assign(new Error(message), { code });
}

/** What the platform needs before it may act for the person at another service. */
export interface ConsentRequest {
  authorizeUrl: string;
}

/** An invocation that stopped because the person has not granted access yet. */
const consentNeededCode = 'NEEDS_AUTHENTICATION_ERR';

/** What the place where a resource renders lets it do; what is absent is answered with `false`. */
export interface ResourcePlace {
  /** Takes the submitted payload; throws what the person should read when it is refused. */
  onSubmit?: (payload: unknown) => Promise<void>;
  onClose?: () => void;
  onRefresh?: () => void;
}

/** The plain part of `view`: submitting, closing and what concerns the browser tab. */
export function viewCommands(place: () => ResourcePlace, beforeClose: () => void): Commands {
  return {
    async submit(payload) {
      const { onSubmit } = place();
      if (onSubmit === undefined) return false;
      await onSubmit(payload);
      return true;
    },
    close() {
      const { onClose } = place();
      if (onClose === undefined) return false;
      beforeClose();
      onClose();
      return true;
    },
    refresh() {
      const { onRefresh } = place();
      if (onRefresh === undefined) return false;
      onRefresh();
      return true;
    },
    enableTheming: () => true,
    emitReadyEvent: () => true,
    changeWindowTitle(title) {
      document.title = String(title);
    },
  };
}

/** What the app wants to run before its view closes. */
export function closeCallbacks(): { commands: Commands; run: () => void } {
  const callbacks = new Set<() => unknown>();
  return {
    commands: {
      onClose(callback) {
        if (typeof callback !== 'function') return false;
        callbacks.add(() => Reflect.apply(callback, undefined, []));
        return true;
      },
    },
    run: () => callbacks.forEach((callback) => callback()),
  };
}

const callbackSchema = z.custom<(argument?: unknown) => void>(
  (value) => typeof value === 'function',
  'Expected a function',
);

const subscriptionSchema = z.object({ event: z.string(), callback: callbackSchema });
const emissionSchema = z.object({ event: z.string(), payload: z.unknown().optional() });

const flagSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  type: z.enum(['info', 'success', 'warning', 'error']),
  title: z.string().default(''),
  description: z.string().optional(),
  isAutoDismiss: z.boolean().optional(),
  actions: z.array(z.object({ text: z.string(), onClick: callbackSchema.optional() })).optional(),
});

/** Messages at the edge of the page; their actions call back into the app. */
export function flagCommands(flags: Flags): Commands {
  return {
    showFlag(data) {
      const { type, ...flag } = flagSchema.parse(data);
      flags.show({ ...flag, appearance: type });
      return true;
    },
    closeFlag(data) {
      const { id } = z.object({ id: z.union([z.string(), z.number()]) }).parse(data);
      flags.close(String(id));
      return true;
    },
  };
}

export interface Subscriptions {
  commands: Commands;
  /** Ends every subscription of the frame. */
  end(): void;
}

/** The app's events between its resources; all public events of the page are the app's own. */
export function eventCommands(events: AppEvents): Subscriptions {
  const ends = new Set<() => void>();
  const on = (data: unknown) => {
    const { event, callback } = subscriptionSchema.parse(data);
    const listener: AppEventListener = (payload) => callback(payload);
    const end = events.on(event, listener);
    ends.add(end);
    return { unsubscribe: end };
  };
  const emit = (data: unknown) => {
    const { event, payload } = emissionSchema.parse(data);
    events.emit(event, payload);
  };
  return {
    commands: { on, onPublic: on, emit, emitPublic: emit },
    end: () => ends.forEach((end) => end()),
  };
}

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
