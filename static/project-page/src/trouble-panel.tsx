import Button from '@atlaskit/button/new';
import SectionMessage from '@atlaskit/section-message';
import { router } from '@forge/bridge';
import type { Trouble } from '../../../src/app/replies/reply';
import { useConnectAddress } from '../../../src/app/screen/use-app-page';
import { useReturn } from '../../../src/app/screen/use-return';
import { pageTexts as texts } from './page-texts';

interface TroublePanelProps {
  readonly trouble: Trouble;
  /** The same function each time. */
  readonly onRetry: () => void;
}

/** Says in place what keeps something from being done, and offers the way out. */
export function TroublePanel({ trouble, onRetry }: TroublePanelProps) {
  if (trouble.kind === 'consent') return <ConnectPanel onReturn={onRetry} />;
  return (
    <div role="alert">
      <SectionMessage appearance="warning">
        <p>{trouble.message}</p>
        {trouble.detail !== undefined && <p className="detail">{trouble.detail}</p>}
        {trouble.canRetry && (
          <div className="buttons">
            <Button onClick={onRetry}>{texts.tryAgain}</Button>
          </div>
        )}
      </SectionMessage>
    </div>
  );
}

/** What connecting means, and the way there; it looks again when the person comes back. */
function ConnectPanel({ onReturn }: { onReturn: () => void }) {
  const address = useConnectAddress();
  useReturn(onReturn);
  return (
    <section className="panel">
      <h2>{texts.connectTitle}</h2>
      <p>{texts.connectAbout}</p>
      <p>{texts.connectReturn}</p>
      <div className="buttons">
        <Button
          appearance="primary"
          isDisabled={address === undefined}
          onClick={() => {
            if (address !== undefined) void router.open(address);
          }}
        >
          {texts.connect}
        </Button>
        <Button onClick={onReturn}>{texts.tryAgain}</Button>
      </div>
    </section>
  );
}
