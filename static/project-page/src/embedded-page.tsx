import Button from '@atlaskit/button/new';
import SectionMessage from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import { router } from '@forge/bridge';
import { useRef, useState } from 'react';
import { frameTexts, pageTexts, type FailureCode } from './page-texts';
import { TroublePanel } from './trouble-panel';
import { useEmbeddedPage } from './use-embedded-page';

interface EmbeddedPageProps {
  readonly tabId: string;
  readonly name: string;
}

/** The page of a tab, and what is said while or where it can't be seen. */
export function EmbeddedPage(props: EmbeddedPageProps) {
  const [turn, setTurn] = useState(0);
  return <OneLoad key={turn} {...props} onReload={() => setTurn(turn + 1)} />;
}

interface OneLoadProps extends EmbeddedPageProps {
  readonly onReload: () => void;
}

function OneLoad({ tabId, name, onReload }: OneLoadProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useEmbeddedPage(frame, tabId);
  const isShown = state.kind === 'shown';
  return (
    <div className="embedded-page">
      {state.kind === 'loading' && <Loading isSlow={state.isSlow} onReload={onReload} />}
      {state.kind === 'trouble' && <TroublePanel trouble={state.trouble} onRetry={onReload} />}
      {state.kind === 'failed' && <Failure {...state} onRetry={onReload} />}
      {isShown && state.lacksWorkItems === true && (
        <div role="alert">
          <SectionMessage appearance="warning">
            <p>{frameTexts.noWorkItems}</p>
          </SectionMessage>
        </div>
      )}
      {(state.kind === 'loading' || isShown) && (
        <iframe
          ref={frame}
          className="embedded-frame"
          title={isShown ? state.title : frameTexts.title(name)}
          data-shown={isShown}
          style={isShown ? { height: state.height } : undefined}
        />
      )}
    </div>
  );
}

function Loading({ isSlow, onReload }: { isSlow: boolean; onReload: () => void }) {
  return (
    <div className="loading" role="status">
      <Spinner size="large" label={frameTexts.loading} />
      {isSlow && (
        <>
          <p>{frameTexts.slow}</p>
          <Button onClick={onReload}>{pageTexts.reload}</Button>
        </>
      )}
    </div>
  );
}

interface FailureProps {
  readonly code: FailureCode;
  readonly origin: string | undefined;
  readonly onRetry: () => void;
}

function Failure({ code, origin, onRetry }: FailureProps) {
  const { title, text } = frameTexts.failures[code];
  return (
    <div role="alert">
      <SectionMessage appearance="warning" title={title}>
        <p>{text}</p>
        <div className="buttons">
          <Button onClick={onRetry}>
            {code === 'expired' ? pageTexts.reload : pageTexts.tryAgain}
          </Button>
          {code === 'blocked' && origin !== undefined && (
            <Button appearance="subtle" onClick={() => void router.open(origin)}>
              {frameTexts.openService}
            </Button>
          )}
        </div>
      </SectionMessage>
    </div>
  );
}
