import { useState } from 'react';
import Button from '@atlaskit/button/new';
import Heading from '@atlaskit/heading';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { removeGrant } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { useFlags } from '../shell/flags';
import { usePageTitle } from '../shell/routing';
import { SettingsDialog } from './settings-dialog';

/** Where a person takes back what they let apps read; a page of id.atlassian.com in production. */
export function ConnectedAppsScreen() {
  usePageTitle('Connected apps');
  const { grant } = useSession().state;
  return (
    <>
      <div className="page-heading">
        <Heading size="large" as="h1">
          Connected apps
        </Heading>
      </div>
      {grant === null ? (
        <p>You haven’t given any app access to your accounts.</p>
      ) : (
        <ul className="card-list">
          <li className="card">
            <span className="card-title">{grant.providerName}</span>
            <span className="subtle">Connected as {grant.displayName}</span>
            <div className="card-actions">
              <Disconnect providerName={grant.providerName} />
            </div>
          </li>
        </ul>
      )}
    </>
  );
}

function Disconnect({ providerName }: { providerName: string }) {
  const { tracker, state, reload } = useSession();
  const flags = useFlags();
  const [isAsking, setAsking] = useState(false);
  const disconnect = async () => {
    await removeGrant(tracker, state.current.account);
    flags.show({
      id: 'disconnected',
      title: `${providerName} was disconnected`,
      appearance: 'success',
      isAutoDismiss: true,
    });
    reload();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Disconnect</Button>
      <ModalTransition>
        {isAsking && (
          <SettingsDialog
            title={`Disconnect ${providerName}?`}
            submitLabel="Disconnect"
            appearance="danger"
            canSubmit
            onSubmit={disconnect}
            onClose={() => setAsking(false)}
          >
            <p>The app can’t read anything for you until you connect your account again.</p>
          </SettingsDialog>
        )}
      </ModalTransition>
    </>
  );
}
