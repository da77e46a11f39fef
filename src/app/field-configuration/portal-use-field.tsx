import { Link, RadioGroup, SectionMessage, Stack, Text } from '@forge/react';
import { callResolver } from '../screen/call-resolver';
import type { PortalUse } from '../access/identity';
import { useAppPage } from '../screen/use-app-page';
import { useReply } from '../screen/use-reply';
import { portalUse, portalUses } from '../portal/portal-contract';
import { configurationTexts as texts } from './configuration-texts';
import { readPortalReadiness } from './field-configuration-contract';
import { LabelledField } from './labelled-field';

interface PortalUseFieldProps {
  readonly chosen: PortalUse;
  readonly onChoose: (chosen: PortalUse) => void;
}

/** What the service portal may show of the field, what that means, and what it needs. */
export function PortalUseField({ chosen, onChoose }: PortalUseFieldProps) {
  return (
    <Stack space="space.100">
      <LabelledField id="portal" label={texts.portalLabel} help={texts.portalHelp}>
        <RadioGroup
          name="portal"
          testId="portal"
          value={chosen}
          options={portalUses.map((value) => ({
            name: 'portal',
            value,
            label: texts.portalUses[value],
          }))}
          onChange={({ target }) => onChoose(portalUse.parse(target.value))}
        />
      </LabelledField>
      {chosen !== 'nothing' && (
        <SectionMessage appearance="warning">
          <Text>{texts.portalMeaning}</Text>
          <TokenNeed />
        </SectionMessage>
      )}
    </Stack>
  );
}

const loadReadiness = () => callResolver(readPortalReadiness, {});

/** Says that a token is missing; nothing where one is saved, or that can't be found out. */
function TokenNeed() {
  const { value } = useReply(loadReadiness);
  const address = useAppPage('admin');
  if (!value || value.hasToken) return null;
  return (
    <Text>
      {texts.portalNeedsToken}{' '}
      {address !== undefined && (
        <Link href={address} openNewTab>
          {texts.portalTokenLink}
        </Link>
      )}
    </Text>
  );
}
