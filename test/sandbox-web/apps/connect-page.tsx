import { useEffect, useState } from 'react';
import ForgeReconciler, { Link, SectionMessage, Text } from '@forge/react';
import { invoke, requestJira } from '@forge/bridge';
import * as z from 'zod';

const connectionSchema = z.object({ name: z.string() });

function Connect() {
  const [connectedAs, setConnectedAs] = useState('');
  const [email, setEmail] = useState('');
  useEffect(() => {
    void invoke('connection', {})
      .then((reply) => connectionSchema.parse(reply))
      .then(({ name }) => setConnectedAs(name));
    void requestJira('/rest/api/3/myself')
      .then((response) => response.json() as Promise<{ emailAddress: string }>)
      .then(({ emailAddress }) => setEmail(emailAddress));
  }, []);
  return (
    <>
      <SectionMessage appearance="success" title="Connected">
        <Text>Connected as {connectedAs}.</Text>
      </SectionMessage>
      <Text>{email}</Text>
      <Link href="https://id.atlassian.com/manage-profile/apps" openNewTab>
        Connected apps
      </Link>
    </>
  );
}

ForgeReconciler.render(<Connect />);
