import { useEffect, useRef, useState, type ComponentType } from 'react';
import Spinner from '@atlaskit/spinner';
import { flushSync } from 'react-dom';
import * as z from 'zod';
import Button from '@atlaskit/button/new';
import SectionMessage from '@atlaskit/section-message';
import { RenderDocument } from '../renderer/render-document';
import type { ExtensionPoint } from '../../forge/extension-point';
import { useSession } from '../session/session';
import { useColorMode } from '../shell/theme';
import { createActivity, type Activity } from './activity';
import type { ConsentRequest, ResourcePlace, ResourceSurroundings } from './bridge-commands';
import { commonCommands } from './bridge-commands';
import { createBridge, type Commands } from './bridge';
import { snapshot, type ForgeNode } from './forge-document';
import { eventCommands } from './page-events';
import { registerFrame, type Bridge, type Frame } from './frame-bridges';

interface AppResourceProps extends ResourcePlace {
  resource: string;
  /** Where it renders; when this changes, the app starts again. */
  point: ExtensionPoint;
  /** Names the place for assistive technology and messages, such as "Asset". */
  label: string;
  /** Pass one to know when the resource has finished what it may still submit. */
  activity?: Activity;
  /** Draws the running app: UI Kit if absent. */
  runWith?: ComponentType<RunningResourceProps>;
}

type Failure = { kind: 'crash'; message: string } | { kind: 'consent'; request: ConsentRequest };

/** A part of the page that the app draws; or its question for consent, or why it failed. */
export function AppResource(props: AppResourceProps) {
  const [run, setRun] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const restart = () => {
    setFailure(undefined);
    setRun((count) => count + 1);
  };
  if (failure?.kind === 'consent') {
    return <ConsentCard request={failure.request} onReturn={restart} />;
  }
  if (failure?.kind === 'crash') {
    return <CrashCard label={props.label} message={failure.message} onReload={restart} />;
  }
  const { runWith: Running = RunningResource } = props;
  return (
    <Running
      key={`${run} ${props.resource} ${JSON.stringify(props.point)}`}
      {...props}
      onFailure={setFailure}
    />
  );
}

export interface RunningResourceProps extends AppResourceProps {
  onFailure: (failure: Failure) => void;
}

function RunningResource(props: RunningResourceProps) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const { document, unsupported } = useResource(frameRef, props);
  return (
    <div className="app-resource">
      <iframe ref={frameRef} title={`App frame of ${props.label}`} hidden tabIndex={-1} />
      <UnsupportedCommands commands={unsupported} />
      {document === undefined ? (
        <Spinner size="small" label={`Loading ${props.label}`} />
      ) : (
        <RenderDocument document={document} />
      )}
    </div>
  );
}

/** Runs the resource for as long as the component lives; later props reach it by the ref. */
function useResource(
  frameRef: React.RefObject<HTMLIFrameElement | null>,
  props: RunningResourceProps,
) {
  const { tracker, state } = useSession();
  const { deliversEvents } = state;
  const colorMode = useColorMode();
  const [ownActivity] = useState(createActivity);
  const [document, setDocument] = useState<ForgeNode>();
  const [unsupported, setUnsupported] = useState<readonly string[]>([]);
  const latest = useRef({ props, colorMode });
  useEffect(() => {
    latest.current = { props, colorMode };
  });
  useEffect(() => {
    if (frameRef.current === null) return undefined;
    const { resource, point, activity = ownActivity } = latest.current.props;
    const fail = (failure: Failure) => latest.current.props.onFailure(failure);
    return runResource(frameRef.current, resource, {
      ...{ tracker, point, activity, deliversEvents },
      place: () => latest.current.props,
      colorMode: () => latest.current.colorMode,
      onDocument: setDocument,
      onCrash: (message) => fail({ kind: 'crash', message }),
      onUnsupported: (command) => {
        setUnsupported((commands) => [...new Set([...commands, command])]);
      },
      onConsentNeeded: (request) => fail({ kind: 'consent', request }),
    });
  }, [frameRef, tracker, deliversEvents, ownActivity]);
  return { document, unsupported };
}

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
function runResource(
  element: HTMLIFrameElement,
  resource: string,
  surroundings: Surroundings,
): () => void {
  const frame = element.contentWindow as Frame | null;
  if (frame === null) throw new Error('The frame is not in the page yet.');
  const { onCrash, deliversEvents: areDelivered } = surroundings;
  const watch = watchStart(element, onCrash);
  const events = eventCommands({ areDelivered, copy: (value) => frame.structuredClone(value) });
  const unregister = registerFrame(frame, () => {
    watch.started();
    reportUncaught(frame, onCrash);
    return bridgeOf(frame, surroundings, {
      ...drawingCommands(surroundings, watch.drew),
      ...events.commands,
    });
  });
  element.src = `/sandbox/ui/${encodeURIComponent(resource)}/index.html`;
  return () => {
    watch.end();
    events.end();
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

function bridgeOf(frame: Frame, surroundings: Surroundings, live: Commands): Bridge {
  return createBridge({
    frame,
    plain: commonCommands(surroundings),
    live,
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
      // Drawn at once, so that a controlled input keeps its caret.
      flushSync(() => onDocument(document));
    },
    onError(data) {
      const parsed = errorDataSchema.safeParse(data);
      onCrash(parsed.success ? parsed.data.error.message : 'The app reported an error.');
    },
  };
}

interface ConsentCardProps {
  request: ConsentRequest;
  /** The person came back from the other service's pages, whatever they answered there. */
  onReturn: () => void;
}

/** Stands in for an app that needs the person's consent to use their account at a service. */
function ConsentCard({ request, onReturn }: ConsentCardProps) {
  const [isOpened, setOpened] = useState(false);
  useReturn(isOpened, onReturn);
  const openAuthorization = () => {
    setOpened(true);
    open(new URL(request.authorizeUrl, location.origin), '_blank', 'popup,width=560,height=720');
  };
  return (
    <div data-testid="consent">
      <SectionMessage appearance="information" title="Allow this app to use your account">
        <p>
          The app shows data from another service, with your own permissions there. Sign in to that
          service and allow access, then continue here. You’re asked only once.
        </p>
        <p>
          <Button appearance="primary" onClick={openAuthorization}>
            Allow access
          </Button>
        </p>
      </SectionMessage>
    </div>
  );
}

function useReturn(isAway: boolean, onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    if (!isAway) return undefined;
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      const isFinished = finishedSchema.safeParse(data).success;
      if (origin === location.origin && isFinished) latest.current();
    };
    const onFocus = () => latest.current();
    addEventListener('message', onMessage);
    addEventListener('focus', onFocus);
    return () => {
      removeEventListener('message', onMessage);
      removeEventListener('focus', onFocus);
    };
  }, [isAway]);
}

const finishedSchema = z.object({ type: z.literal('sandbox-oauth-finished') });

interface CrashCardProps {
  label: string;
  message: string;
  onReload: () => void;
}

function CrashCard({ label, message, onReload }: CrashCardProps) {
  return (
    <div role="alert" data-testid="app-crash">
      <SectionMessage appearance="error" title={`The app behind ${label} stopped working`}>
        <p>{message}</p>
        <Button onClick={onReload}>Reload</Button>
      </SectionMessage>
    </div>
  );
}

/** Names the bridge commands that an app used and the sandbox doesn't model. */
export function UnsupportedCommands({ commands }: { commands: readonly string[] }) {
  if (commands.length === 0) return null;
  return (
    <div role="alert" className="unsupported" data-testid="unsupported-command">
      The sandbox doesn’t support the bridge command{' '}
      {commands.map((command) => `“${command}”`).join(', ')}.
    </div>
  );
}
