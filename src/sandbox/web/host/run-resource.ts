import { flushSync } from 'react-dom';
import * as z from 'zod';
import { backendCommands } from './backend-commands';
import { createBridge, type Commands } from './bridge';
import { snapshot, type ForgeNode } from './forge-document';
import type { Bridge, Frame } from './frame-bridges';
import { eventCommands, flagCommands, type Subscriptions } from './page-commands';
import { routerCommands } from './router-commands';
import type { ResourceSurroundings } from './resource-surroundings';
import { closeCallbacks, viewCommands } from './view-commands';

/** The page around one run of a UI Kit resource. */
interface Surroundings extends ResourceSurroundings {
  onDocument: (document: ForgeNode) => void;
  onCrash: (message: string) => void;
}

/** How long an app may take until it first draws something. */
const firstDocumentLimitMs = 12_000;

/**
 * Runs a resource of the app in a frame.
 *
 * @returns ends the run; the frame itself stays with the caller
 */
export function runResource(
  element: HTMLIFrameElement,
  resource: string,
  surroundings: Surroundings,
): () => void {
  const frame = element.contentWindow as Frame | null;
  if (frame === null) throw new Error('The frame is not in the page yet.');
  const { onCrash, host } = surroundings;
  const watch = watchStart(element, onCrash);
  const subscriptions = eventCommands(host.events);
  const unregister = host.bridges.register(frame, () => {
    watch.started();
    reportUncaught(frame, onCrash);
    return bridgeOf(frame, surroundings, subscriptions, watch.drew);
  });
  element.src = `/sandbox/ui/${encodeURIComponent(resource)}/index.html`;
  return () => {
    watch.end();
    subscriptions.end();
    unregister();
  };
}

/** Crashes a run that loads something else than an app, or that never draws. */
function watchStart(element: HTMLIFrameElement, onCrash: (message: string) => void) {
  let hasStarted = false;
  const timer = setTimeout(() => {
    onCrash(`The app drew nothing within ${firstDocumentLimitMs / 1000} seconds.`);
  }, firstDocumentLimitMs);
  const onLoad = () => {
    if (hasStarted || element.contentDocument?.URL === 'about:blank') return;
    onCrash('The sandbox has no files for this part of the app. Build the app, then reload.');
  };
  element.addEventListener('load', onLoad);
  return {
    started: () => {
      hasStarted = true;
    },
    drew: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer);
      element.removeEventListener('load', onLoad);
    },
  };
}

/** Errors that nothing in the frame caught, and a script that does not load. */
function reportUncaught(frame: Frame, onCrash: (message: string) => void): void {
  frame.addEventListener(
    'error',
    (event) => {
      const text = 'message' in event ? event.message : 'The app’s script didn’t load.';
      onCrash(text.replace(/^Uncaught /, ''));
    },
    { capture: true },
  );
}

function bridgeOf(
  frame: Frame,
  surroundings: Surroundings,
  subscriptions: Subscriptions,
  onDrawn: () => void,
): Bridge {
  const closing = closeCallbacks();
  return createBridge({
    frame,
    plain: {
      ...backendCommands(surroundings),
      ...viewCommands(surroundings.place, closing.run),
      ...routerCommands(surroundings.tracker),
    },
    live: {
      ...closing.commands,
      ...subscriptions.commands,
      ...flagCommands(surroundings.flags),
      ...drawingCommands(surroundings, onDrawn),
    },
    onUnsupported: surroundings.onUnsupported,
  });
}

const reconcileDataSchema = z.object({ forgeDoc: z.unknown() });
const errorDataSchema = z.object({ error: z.looseObject({ message: z.string() }) });

function drawingCommands({ onDocument, onCrash }: Surroundings, onDrawn: () => void): Commands {
  return {
    reconcile(data) {
      const document = snapshot(reconcileDataSchema.parse(data).forgeDoc);
      if (document.type !== 'Root') throw new Error(`The sandbox can’t draw ${document.type}.`);
      onDrawn();
      // At once, so that a controlled input keeps its caret.
      flushSync(() => onDocument(document));
    },
    onError(data) {
      const parsed = errorDataSchema.safeParse(data);
      onCrash(parsed.success ? parsed.data.error.message : 'The app reported an error.');
    },
  };
}
