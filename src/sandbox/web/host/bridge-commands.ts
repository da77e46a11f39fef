import * as z from 'zod';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { TrackerClient } from '../calls/tracker-client';
import type { Activity } from './activity';
import { fetchProduct, invokeFunction, readContext, getPagePath } from '../calls/sandbox-calls';
import type { Commands } from './bridge';

/** The page around one run of a resource, UI Kit or Custom UI. */
export interface ResourceSurroundings {
  tracker: TrackerClient;
  point: ExtensionPoint;
  activity: Activity;
  /** Whether what a resource of the app emits reaches the others on the page. */
  deliversEvents: boolean;
  place: () => ResourcePlace;
  colorMode: () => 'light' | 'dark';
  onUnsupported: (command: string) => void;
  /** The resource is replaced by a question for consent, so its call is never answered. */
  onConsentNeeded: (request: ConsentRequest) => void;
}

/** The commands that UI Kit and Custom UI have in common. */
export function commonCommands(surroundings: ResourceSurroundings): Commands {
  return {
    ...backendCommands(surroundings),
    ...viewCommands(surroundings.place),
    ...routerCommands(surroundings.tracker),
  };
}

const invokeDataSchema = z.object({
  functionKey: z.string(),
  payload: z.unknown().optional(),
  metadata: z.unknown().optional(),
});

const productDataSchema = z
  .object({
    product: z.literal('jira'),
    restPath: z.string(),
    fetchRequestInit: z.unknown().optional(),
  })
  .transform(({ restPath, fetchRequestInit }) => ({ restPath, fetchRequestInit }));

/**
 * Commands that the server answers: the context, the app's functions, Jira's REST. Jira knows a
 * place before it shows the app there, so the context is read while the app starts.
 */
function backendCommands(backend: ResourceSurroundings): Commands {
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
    fetchProduct: (data) => fetchProduct(backend.tracker, productDataSchema.parse(data)),
  };
}

async function invoke(backend: ResourceSurroundings, data: unknown): Promise<unknown> {
  const { metadata, ...call } = invokeDataSchema.parse(data);
  const reply = await invokeFunction(backend.tracker, backend.point, call);
  if (reply.ok) return metadata === undefined ? reply.value : { body: reply.value, metadata };
  const { code, message, authorizeUrl, needsClick = false } = reply.error;
  const isBlocked = needsClick && !hasJustClicked();
  if (code === consentNeededCode && authorizeUrl !== undefined && !isBlocked) {
    backend.onConsentNeeded({ authorizeUrl });
    return new Promise(() => undefined);
  }
  throw Object.assign(new Error(message), { code });
}

/** As long as browsers let a page open a window after a click. */
const maximumClickAgeMs = 5_000;

let clickedAt = -Infinity;
addEventListener('click', () => (clickedAt = performance.now()), { capture: true });

/** Whether the person has clicked on this page in the last seconds, with the mouse or the keyboard. */
function hasJustClicked(): boolean {
  return performance.now() - clickedAt < maximumClickAgeMs;
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
}

/** Of `view`: submitting, closing and what concerns the browser tab. */
function viewCommands(place: () => ResourcePlace): Commands {
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
      onClose();
      return true;
    },
    enableTheming: () => true,
    emitReadyEvent: () => true,
    changeWindowTitle(title) {
      document.title = String(title);
    },
  };
}

const navigationSchema = z.looseObject({ type: z.literal('new-tab'), url: z.string() });
const pageSchema = z.looseObject({ target: z.literal('module'), moduleKey: z.string() });

function routerCommands(tracker: TrackerClient): Commands {
  return {
    navigate(data) {
      open(webAddress(navigationSchema.parse(data).url), '_blank', 'noopener');
    },
    getUrl: async (data) => {
      const { moduleKey } = pageSchema.parse(data);
      return new URL(await getPagePath(tracker, moduleKey), location.origin).href;
    },
  };
}

/** @throws Error for what would run in this page, or start another program */
function webAddress(text: string): URL {
  const url = new URL(text, location.origin);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new Error(`The sandbox opens http and https addresses only, not "${url.protocol}".`);
}
