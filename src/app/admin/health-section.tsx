import { Inline, LoadingButton, Lozenge, Stack, Text } from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { ActionTrouble } from './action-trouble';
import { checkHealth } from './admin-contract';
import { healthTexts as texts } from './health-texts';
import { FactLine } from './fact-line';
import type { Facts, Health, HealthOutcome } from './admin-replies';
import { UnreadableNotice } from './unreadable-notice';
import { useAction } from './use-action';
import type { PageFormats } from '../object-display/use-page-formats';

interface HealthSectionProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
}

/** Whether the service answers, and to whom; asked when the admin wants to know. */
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
