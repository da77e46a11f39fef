import { useEffect, useRef, useState, type RefObject } from 'react';
import Spinner from '@atlaskit/spinner';
import * as z from 'zod';
import { useSession } from '../session/session';
import { projectPagePath, listenToAddress, setAddress, type AddressChange } from '../shell/routing';
import { useColorMode } from '../shell/theme';
import { createActivity } from './activity';
import type { RunningResourceProps } from './app-resource';
import { UnsupportedCommands } from './app-resource';
import {
  connectMessage,
  resizedCall,
  themeCall,
  callOver,
  type PortCalls,
} from '../frame/port-calls';
import { commonCommands, type ResourceSurroundings } from './bridge-commands';
import type { Commands } from './bridge';
import { eventCommands } from './page-events';

/** As Jira sets it: no pop-ups, and no way to another address in the whole tab. */
const sandboxAttribute = [
  'allow-downloads',
  'allow-forms',
  'allow-modals',
  'allow-pointer-lock',
  'allow-same-origin',
  'allow-scripts',
].join(' ');

/** How long the platform's script in the frame may take until it is there. */
const connectionLimitMs = 12_000;

/** Runs a Custom UI resource in a frame of another origin, as high as its content. */
export function CustomUiFrame(props: RunningResourceProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { isConnected, height, unsupported } = useCustomUi(frame, props);
  return (
    <div className="app-resource">
      <UnsupportedCommands commands={unsupported} />
      {!isConnected && <Spinner size="small" label={`Loading ${props.label}`} />}
      <iframe
        ref={frame}
        className="custom-ui-frame"
        title={props.label}
        sandbox={sandboxAttribute}
        style={{ height }}
      />
    </div>
  );
}

/** Runs the resource for as long as the component lives; later props reach it by the ref. */
function useCustomUi(frame: RefObject<HTMLIFrameElement | null>, props: RunningResourceProps) {
  const { tracker, state } = useSession();
  const { customUiUrl, deliversEvents } = state;
  const colorMode = useColorMode();
  const [isConnected, setConnected] = useState(false);
  const [height, setHeight] = useState<number>();
  const [unsupported, setUnsupported] = useState<readonly string[]>([]);
  const latest = useRef({ props, colorMode });
  const running = useRef<ReturnType<typeof runCustomUi>>();
  useEffect(() => {
    latest.current = { props, colorMode };
    running.current?.tellTheme(colorMode);
  }, [props, colorMode]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const { resource, point } = latest.current.props;
    const { onFailure } = latest.current.props;
    const timer = setTimeout(() => {
      const message = 'The app’s page didn’t load. Build the app, then reload.';
      onFailure({ kind: 'crash', message });
    }, connectionLimitMs);
    const content = new URL(customUiUrl);
    const run = runCustomUi(element, {
      ...{ tracker, point, deliversEvents, onHeight: setHeight },
      activity: createActivity(),
      contentOrigin: content.origin,
      basePath: projectPagePath(point.extensionHint.projectKey ?? '', point.moduleKey),
      place: () => latest.current.props,
      colorMode: () => latest.current.colorMode,
      onConnected: () => {
        clearTimeout(timer);
        setConnected(true);
      },
      onUnsupported: (command) => {
        setUnsupported((commands) => [...new Set([...commands, command])]);
      },
      onConsentNeeded: (request) => onFailure({ kind: 'consent', request }),
    });
    running.current = run;
    element.src = new URL(`/${encodeURIComponent(resource)}/index.html`, content).href;
    return () => {
      clearTimeout(timer);
      run.end();
    };
  }, [frame, tracker, customUiUrl, deliversEvents]);
  return { isConnected, height, unsupported };
}

/** The page around one run of a Custom UI resource. */
interface Surroundings extends ResourceSurroundings {
  /** The origin that the app's content comes from, and no other speaks to this page. */
  contentOrigin: string;
  basePath: string;
  onConnected: () => void;
  onHeight: (pixels: number) => void;
}

/** Serves the bridge to the document in a frame, and to the next one if it reloads. */
function runCustomUi(element: HTMLIFrameElement, surroundings: Surroundings) {
  const { contentOrigin, basePath, onHeight } = surroundings;
  const history = historyCommands(basePath);
  const { deliversEvents: areDelivered } = surroundings;
  const events = eventCommands({ areDelivered, copy: (payload) => payload });
  const commands: Commands = {
    ...commonCommands(surroundings),
    ...history.commands,
    ...events.commands,
    [resizedCall]: (height) => onHeight(Number(height)),
  };
  let calls: PortCalls | undefined;
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    const isOurs = source === element.contentWindow && origin === contentOrigin;
    if (!isOurs || !connectSchema.safeParse(data).success || port === undefined) return;
    calls?.end();
    calls = callOver(port, (name, given) => answer(commands, surroundings, name, given));
    void calls.call(themeCall, surroundings.colorMode());
    surroundings.onConnected();
  };
  addEventListener('message', onMessage);
  return {
    tellTheme: (colorMode: 'light' | 'dark') => void calls?.call(themeCall, colorMode),
    end: () => {
      removeEventListener('message', onMessage);
      history.end();
      events.end();
      calls?.end();
    },
  };
}

const connectSchema = z.object({ type: z.literal(connectMessage) });

/** A command that is not modelled is refused, and shown. */
function answer(
  commands: Commands,
  { onUnsupported }: Surroundings,
  name: string,
  data: unknown,
): unknown {
  if (Object.hasOwn(commands, name)) return commands[name]?.(data);
  onUnsupported(name);
  throw new Error(`The sandbox doesn't support the bridge command "${name}".`);
}

const locationSchema = z.union([
  z.string().transform((path) => ({ path, state: undefined })),
  z
    .object({
      pathname: z.string(),
      search: z.string().default(''),
      hash: z.string().default(''),
      state: z.unknown().optional(),
    })
    .transform(({ pathname, search, hash, state }) => ({ path: pathname + search + hash, state })),
]);

type Listener = (location: object, action: AddressChange) => void;
const listenerSchema = z.custom<Listener>(
  (value) => typeof value === 'function',
  'Expected a function',
);

/**
 * The command behind `view.createHistory`: the address below the app's page, as the app's own.
 * @param base the path of the app's page
 */
function historyCommands(base: string) {
  const ends = new Set<() => void>();
  const change = (action: 'PUSH' | 'REPLACE') => (to: unknown, state?: unknown) => {
    const known = locationSchema.parse(to);
    setAddress(addressBelow(base, known.path), action, known.state ?? state ?? null);
  };
  const listen = (given: unknown) => {
    const listener = listenerSchema.parse(given);
    const end = listenToAddress((action) => {
      if (isBelow(base, location.pathname)) listener(locationBelow(base), action);
    });
    ends.add(end);
    return end;
  };
  return {
    commands: {
      createHistory: () => ({
        action: 'POP',
        location: locationBelow(base),
        push: change('PUSH'),
        replace: change('REPLACE'),
        go: (steps: unknown) => history.go(z.number().parse(steps)),
        goBack: () => history.back(),
        goForward: () => history.forward(),
        listen,
      }),
    },
    end: () => ends.forEach((end) => end()),
  };
}

/** @throws Error for a path that leads out of the app's page */
function addressBelow(base: string, path: string): string {
  const url = new URL(base + (/^[/?#]/.test(path) ? '' : '/') + path, location.origin);
  if (url.origin === location.origin && isBelow(base, url.pathname)) {
    return url.pathname + url.search + url.hash;
  }
  throw new Error(`The app's history doesn't lead to "${path}": it's outside of the app's page.`);
}

function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function locationBelow(base: string) {
  const { pathname, search, hash } = location;
  const state: unknown = history.state;
  return { pathname: pathname.slice(base.length) || '/', search, hash, state };
}
