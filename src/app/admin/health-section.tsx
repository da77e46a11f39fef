import { Inline, LoadingButton, Lozenge, Stack, Text } from '@forge/react';
import { useState } from 'react';
import type { PageFormats } from '../object-display/formats';
import { callResolver } from '../screen/call-resolver';
import { useAction } from '../screen/use-reply';
import { checkHealth, type Facts, type Health, type HealthOutcome } from './admin-contract';
import { ActionTrouble, FactLine, UnreadableNotice } from './admin-parts';

const texts = {
  address: 'Service address',
  addressUnknown: 'not set: deploy the app with the service’s address',
  addressFixed: 'The address is set when the app is deployed. You can’t change it here.',
  service: 'Service',
  answers: 'answers',
  account: 'Your account',
  accountWorks: (name: string, email: string) => `connected as ${name} (${email})`,
  accountAbsent: 'not connected',
  token: 'Access token',
  tokenWorks: (name: string, email: string) => `works, for ${name} (${email})`,
  tokenAbsent: 'not saved',
  check: 'Check now',
  notChecked: 'Not checked since you opened this page.',
  checking: 'Checking the service',
  checkedAt: (moment: string) => `Checked ${moment}`,
  works: 'Works',
  fails: 'Fails',
  open: 'Not set up',
};

interface HealthSectionProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
}

/** Whether the service answers, and to whom. It is asked only when the admin wants to know. */
export function HealthSection({ facts: { serviceOrigin }, formats }: HealthSectionProps) {
  const check = useAction();
  const [health, setHealth] = useState<Health>();

  async function askService() {
    setHealth(await check.run(() => callResolver(checkHealth, {})));
  }

  return (
    <Stack space="space.200">
      <Stack space="space.050">
        <FactLine label={texts.address} value={serviceOrigin ?? texts.addressUnknown} />
        <Text size="small" color="color.text.subtle">
          {texts.addressFixed}
        </Text>
      </Stack>
      <Stack space="space.100" alignInline="start">
        <LoadingButton isLoading={check.isRunning} onClick={() => void askService()}>
          {texts.check}
        </LoadingButton>
        {check.trouble && <ActionTrouble trouble={check.trouble} />}
        {health ? (
          <HealthLines health={health} formats={formats} />
        ) : (
          !check.trouble && <Text>{check.isRunning ? texts.checking : texts.notChecked}</Text>
        )}
      </Stack>
    </Stack>
  );
}

function HealthLines({ health, formats }: { health: Health; formats: PageFormats }) {
  const { serviceTrouble, account, token, checkedAt } = health;
  const accountWords = { works: texts.accountWorks, absent: texts.accountAbsent };
  const tokenWords = { works: texts.tokenWorks, absent: texts.tokenAbsent };
  return (
    <Stack space="space.100">
      <HealthLine
        label={texts.service}
        kind={serviceTrouble === undefined ? 'works' : 'fails'}
        text={serviceTrouble ?? texts.answers}
      />
      <HealthLine
        label={texts.account}
        kind={account.kind}
        text={outcomeText(account, accountWords)}
      />
      <HealthLine label={texts.token} kind={token.kind} text={outcomeText(token, tokenWords)} />
      {token.kind === 'works' && <UnreadableNotice fieldNames={token.unreadableFields} />}
      <Text size="small" color="color.text.subtle">
        {texts.checkedAt(formats.moment(checkedAt))}
      </Text>
    </Stack>
  );
}

interface OutcomeWords {
  readonly works: (name: string, email: string) => string;
  readonly absent: string;
}

function outcomeText(outcome: HealthOutcome, words: OutcomeWords): string {
  switch (outcome.kind) {
    case 'works':
      return words.works(outcome.name, outcome.email);
    case 'absent':
      return words.absent;
    case 'fails':
      return outcome.message;
  }
}

interface HealthLineProps {
  readonly label: string;
  readonly kind: HealthOutcome['kind'];
  readonly text: string;
}

const looks = {
  works: ['success', texts.works],
  fails: ['removed', texts.fails],
  absent: ['default', texts.open],
} as const;

function HealthLine({ label, kind, text }: HealthLineProps) {
  const [appearance, state] = looks[kind];
  return (
    <Inline space="space.100" alignBlock="center" shouldWrap>
      <Lozenge appearance={appearance}>{state}</Lozenge>
      <FactLine label={label} value={text} />
    </Inline>
  );
}
