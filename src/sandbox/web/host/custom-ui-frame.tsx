import { useEffect, useRef, useState, type RefObject } from 'react';
import Spinner from '@atlaskit/spinner';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { projectPagePath } from '../shell/jira-addresses';
import { useColorMode } from '../shell/theme';
import { createActivity } from './activity';
import type { RunningResourceProps } from './app-resource';
import { UnsupportedCommands } from './crash-card';
import { useForgeHost } from './host-state';
import { runCustomUi, type CustomUiRun } from './run-custom-ui';

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
  const flags = useFlags();
  const host = useForgeHost();
  const colorMode = useColorMode();
  const [isConnected, setConnected] = useState(false);
  const [height, setHeight] = useState<number>();
  const [unsupported, setUnsupported] = useState<readonly string[]>([]);
  const latest = useRef({ props, colorMode });
  const running = useRef<CustomUiRun>();
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
    const content = new URL(state.customUiUrl);
    const run = runCustomUi(element, {
      ...{ host, tracker, flags, point, onHeight: setHeight },
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
  }, [frame, host, tracker, flags, state.customUiUrl]);
  return { isConnected, height, unsupported };
}
