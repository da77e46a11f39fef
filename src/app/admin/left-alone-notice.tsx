import { Inline, Link, SectionMessage, Text } from '@forge/react';
import type { PageFormats } from '../object-display/use-page-formats';
import { issueAddress } from './jira-screens';
import { refreshSectionTexts as texts } from './refresh-texts';
import type { ShownRun } from './admin-replies';

interface LeftAloneNoticeProps {
  readonly run: ShownRun;
  readonly formats: PageFormats;
}

/** Which fields of which work items hold values that searches don't find; nothing where there are none. */
export function LeftAloneNotice({ run, formats }: LeftAloneNoticeProps) {
  const { leftAlone, leftAloneKeys, leftAloneFields } = run;
  if (leftAlone === 0) return null;
  const rest = leftAlone - leftAloneKeys.length;
  return (
    <SectionMessage appearance="warning" title={texts.leftAloneTitle}>
      <Text>{texts.leftAlone(leftAloneFields.join(', '), leftAloneFields.length)}</Text>
      <Inline space="space.100" rowSpace="space.0" shouldWrap>
        {[...new Set(leftAloneKeys)].map((key) => (
          <Link key={key} href={issueAddress(key)} openNewTab>
            {key}
          </Link>
        ))}
      </Inline>
      {rest > 0 && <Text>{texts.leftAloneMore(formats.number(rest))}</Text>}
    </SectionMessage>
  );
}
