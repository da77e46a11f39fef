import {
  Box,
  Heading,
  Inline,
  Label,
  SectionMessage,
  Stack,
  Text,
  Toggle,
  xcss,
} from '@forge/react';
import { callResolver } from '../screen/call-resolver';
import { ActionTrouble } from './action-trouble';
import { allowPersonRuns } from './admin-contract';
import type { Facts } from './admin-replies';
import { rightsTexts as texts } from './rights-texts';
import type { ShownQuery } from './shown-queries';
import { useAction } from './use-action';
import type { PageFormats } from '../object-display/use-page-formats';

interface RightsSectionProps {
  readonly facts: Facts;
  readonly queries: readonly ShownQuery[];
  readonly formats: PageFormats;
  readonly onChange: () => void;
}

/** A toggle beside a long label would be made narrower than its knob needs. */
const toggleBox = xcss({ minWidth: '40px' });
/** As much above the label as the label has below it, for an input that stands there. */
const labelBox = xcss({ paddingBlockStart: 'space.050' });

/** Whose permissions apply what searches find, and what that tells others. */
export function RightsSection({ facts, queries, formats, onChange }: RightsSectionProps) {
  const saving = useAction();
  const { personRunsAllowed } = facts;
  const ending = queries.filter(({ state }) => ['expired', 'expiring'].includes(state.kind));

  async function change() {
    if (saving.isRunning) return;
    const isAllowed = !personRunsAllowed;
    if (await saving.run(() => callResolver(allowPersonRuns, { isAllowed }))) onChange();
  }

  return (
    <Stack space="space.100">
      <Heading as="h2" size="small">
        {texts.title}
      </Heading>
      {ending.length > 0 && (
        <SectionMessage appearance="warning">
          <Text>{texts.endingSoon(ending.length, formats.number(ending.length))}</Text>
        </SectionMessage>
      )}
      <Inline space="space.100" alignBlock="center">
        <Box xcss={toggleBox}>
          <Toggle id="person-runs" isChecked={personRunsAllowed} onChange={() => void change()} />
        </Box>
        <Box xcss={labelBox}>
          <Label labelFor="person-runs">{texts.switchLabel}</Label>
        </Box>
      </Inline>
      {saving.trouble && <ActionTrouble trouble={saving.trouble} />}
      <Text>{personRunsAllowed ? texts.switchAbout : texts.switchOff}</Text>
      <Text>{texts.inference}</Text>
    </Stack>
  );
}
