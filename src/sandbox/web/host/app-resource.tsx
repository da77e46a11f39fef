import { useEffect, useRef, useState, type ComponentType } from 'react';
import Spinner from '@atlaskit/spinner';
import { RenderDocument } from '../renderer/render-document';
import type { ExtensionPoint } from '../../forge/extension-point';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { useColorMode } from '../shell/theme';
import { createActivity, type Activity } from './activity';
import { ConsentCard } from './consent-card';
import type { ConsentRequest } from './consent';
import { CrashCard, UnsupportedCommands } from './crash-card';
import type { ForgeNode } from './forge-document';
import { useForgeHost } from './host-state';
import { runResource } from './run-resource';
import type { ResourcePlace } from './view-commands';

export interface AppResourceProps extends ResourcePlace {
  /** Key of the resource in the app's manifest. */
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
      onRefresh={restart}
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
  const { tracker } = useSession();
  const flags = useFlags();
  const host = useForgeHost();
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
      host,
      tracker,
      flags,
      point,
      activity,
      place: () => latest.current.props,
      colorMode: () => latest.current.colorMode,
      onDocument: setDocument,
      onCrash: (message) => fail({ kind: 'crash', message }),
      onUnsupported: (command) => {
        setUnsupported((commands) => [...new Set([...commands, command])]);
      },
      onConsentNeeded: (request) => fail({ kind: 'consent', request }),
    });
  }, [frameRef, host, tracker, flags, ownActivity]);
  return { document, unsupported };
}
