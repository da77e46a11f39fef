import { useEffect, useRef, useState } from 'react';
import Button from '@atlaskit/button/new';
import SectionMessage from '@atlaskit/section-message';
import type { ConsentRequest } from './consent';

interface ConsentCardProps {
  request: ConsentRequest;
  /** The person came back from the other service's pages, whatever they answered there. */
  onReturn: () => void;
}

/** Stands in for an app that needs the person's consent to use their account at a service. */
export function ConsentCard({ request, onReturn }: ConsentCardProps) {
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
        <Button appearance="primary" onClick={openAuthorization}>
          Allow access
        </Button>
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
      if (origin === location.origin && isFinished(data)) latest.current();
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

function isFinished(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'sandbox-oauth-finished'
  );
}
