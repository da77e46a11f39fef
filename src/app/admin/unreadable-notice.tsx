import { SectionMessage, Text } from '@forge/react';
import { tokenTexts as texts } from './token-texts';

interface UnreadableNoticeProps {
  /** Undefined where it is not known. */
  readonly fieldNames: readonly string[] | undefined;
}

/** Which fields a good token is of no use for; nothing where it reads all of them. */
export function UnreadableNotice({ fieldNames = [] }: UnreadableNoticeProps) {
  if (fieldNames.length === 0) return null;
  return (
    <SectionMessage appearance="warning" title={texts.unreadableTitle}>
      <Text>{texts.unreadable(fieldNames.join(', '))}</Text>
    </SectionMessage>
  );
}
