import { invoke } from '@forge/bridge';
import ForgeReconciler, {
  Inline,
  Link,
  LoadingButton,
  SectionMessage,
  Stack,
  Text,
} from '@forge/react';
import { useCallback, useState } from 'react';
import { screenProblem, parseReply, type Trouble } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import { Loaded, TroubleNotice } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { useRepeatedCheck, useReturn } from '../screen/use-return';
import { type Connection, connect as requestGrant, findConnection } from './connect-contract';
import { WaitingSearches } from './waiting-searches';

const texts = {
  loading: 'Loading your connection',
  about:
    'This app’s fields show objects from the Workspace Data Service with your own permissions there. You agree once that Jira can read them on your behalf.',
  connectedAs: (name: string, email: string) => `You are connected as ${name} (${email}).`,
  disconnect: 'To disconnect, remove this app from your account’s connected apps:',
  connectedApps: 'Connected apps',
  notConnected: 'Your account isn’t connected yet.',
  connect: 'Connect account',
  waiting: 'Finish connecting in the window that Jira opened, then check again.',
  checkAgain: 'Check again',
  close: 'You can close this tab and go back to what you were doing.',
};

/** Where Atlassian lists a person's connected apps, each with a button to remove it. */
const connectedAppsAddress = 'https://id.atlassian.com/manage-profile/apps';

/** Where a person connects their account of the service. */
function ConnectPage() {
  const load = useCallback(() => callResolver(findConnection, {}), []);
  const loaded = useReply(load);
  const { value, isLoading, reload } = loaded;
  const awaited = value && !value.isConnected ? reload : undefined;
  useReturn(awaited);
  useRepeatedCheck(awaited);
  return (
    <Stack space="space.200">
      <Text>{texts.about}</Text>
      <Loaded
        {...loaded}
        loadingText={texts.loading}
        spinnerSize="medium"
        connectReason={texts.notConnected}
      >
        {(connection) => (
          <>
            <ConnectionState connection={connection} isChecking={isLoading} onCheck={reload} />
            {connection.isConnected && <WaitingSearches />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface ConnectionStateProps {
  readonly connection: Connection;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

function ConnectionState({ connection, isChecking, onCheck }: ConnectionStateProps) {
  if (!connection.isConnected) {
    return <NotConnected isChecking={isChecking} onCheck={onCheck} />;
  }
  return (
    <Stack space="space.100">
      <SectionMessage appearance="success">
        <Text>{texts.connectedAs(connection.name, connection.email)}</Text>
        <Text>{texts.close}</Text>
      </SectionMessage>
      <Text>
        {texts.disconnect}{' '}
        <Link href={connectedAppsAddress} openNewTab>
          {texts.connectedApps}
        </Link>
      </Text>
    </Stack>
  );
}

function NotConnected({ isChecking, onCheck }: Omit<ConnectionStateProps, 'connection'>) {
  const [request, setRequest] = useState<ConsentRequest>();

  async function connect() {
    setRequest({ trouble: undefined });
    setRequest({ trouble: await requestConsent() });
  }

  if (request?.trouble) {
    return (
      <TroubleNotice
        trouble={request.trouble}
        connectReason={texts.notConnected}
        isRetrying={false}
        onRetry={() => void connect()}
      />
    );
  }
  return (
    <Stack space="space.100">
      <Text>{request ? texts.waiting : texts.notConnected}</Text>
      <Inline space="space.100">
        <LoadingButton appearance="primary" onClick={() => void connect()}>
          {texts.connect}
        </LoadingButton>
        {request && (
          <LoadingButton isLoading={isChecking} onClick={onCheck}>
            {texts.checkAgain}
          </LoadingButton>
        )}
      </Inline>
    </Stack>
  );
}

interface ConsentRequest {
  /** Undefined where the host asks for consent. */
  readonly trouble: Trouble | undefined;
}

/**
 * Makes the host ask for consent, in place of this page or in another window: it does so when the call
 * is rejected. An answer says why it can't ask.
 */
async function requestConsent(): Promise<Trouble | undefined> {
  let answer: unknown;
  try {
    answer = await invoke(requestGrant.key, {});
  } catch {
    return undefined;
  }
  const reply = parseReply(answer, requestGrant.reply) ?? screenProblem('UNEXPECTED');
  return reply.kind === 'ok' ? undefined : reply;
}

ForgeReconciler.render(<ConnectPage />);
