import { Stack, Text } from '@forge/react';
import type { PageFormats } from '../object-display/formats';
import type { LatestReply } from '../screen/use-reply';
import type { Facts, Health } from './admin-contract';
import { FactLine, troubleText } from './admin-parts';
import { findTokenFault } from './attention';

const texts = {
  address: 'Service address',
  addressUnknown: 'Not set. Deploy the app with the service’s address.',
  addressFixed: 'The address is set when the app is deployed. You can’t change it here.',
  service: 'Service',
  available: 'Available',
  account: 'Your account',
  accountWorks: (name: string, email: string) => `Connected as ${name} (${email})`,
  accountAbsent: 'Not connected',
  token: 'Access token',
  tokenWorks: (name: string, email: string) => `Works. It belongs to ${name} (${email}).`,
  tokenAbsent: 'Not saved',
  checking: 'Checking…',
  checkedAt: (moment: string) => `Checked ${moment}`,
};

interface ServiceLinesProps {
  readonly facts: Facts;
  readonly health: LatestReply<Health>;
  readonly formats: PageFormats;
}

/** Whether the service answers, and to whom. */
export function ServiceLines({ facts, health, formats }: ServiceLinesProps) {
  const { value, trouble } = health;
  const service = trouble ? troubleText(trouble) : texts.checking;
  return (
    <Stack space="space.100">
      <Stack space="space.050">
        <FactLine label={texts.address} value={facts.serviceOrigin ?? texts.addressUnknown} />
        <Text size="small" color="color.text.subtle">
          {texts.addressFixed}
        </Text>
      </Stack>
      <FactLine
        label={texts.service}
        value={value ? (value.serviceTrouble ?? texts.available) : service}
      />
      {value && (
        <>
          <FactLine label={texts.account} value={accountText(value)} />
          <FactLine label={texts.token} value={tokenText(facts, value)} />
          <Text size="small" color="color.text.subtle">
            {texts.checkedAt(formats.moment(value.checkedAt))}
          </Text>
        </>
      )}
    </Stack>
  );
}

function accountText({ account }: Health): string {
  if (account.kind === 'absent') return texts.accountAbsent;
  if (account.kind === 'fails') return account.message;
  return texts.accountWorks(account.name, account.email);
}

function tokenText(facts: Facts, { token }: Health): string {
  if (token.kind === 'absent') return texts.tokenAbsent;
  if (token.kind === 'fails') return token.message;
  const fault = findTokenFault(facts, token);
  return fault
    ? `${fault.title}. ${fault.about}`
    : texts.tokenWorks(token.ownerName, token.ownerEmail);
}
