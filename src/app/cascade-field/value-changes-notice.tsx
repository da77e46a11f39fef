import { List, ListItem, SectionMessage, Text } from '@forge/react';
import { IssueCount } from '../field-configuration/workspace-field';
import type { Formats } from '../object-display/formats';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import type { ValueChange } from './value-changes';

/** Says what a changed configuration does to values that issues hold already. */
export function ValueChangesNotice({
  changes,
  formats,
}: {
  changes: readonly ValueChange[];
  formats: Formats;
}) {
  if (changes.length === 0) return null;
  return (
    <SectionMessage title={texts.changesTitle}>
      <List type="unordered">
        {changes.map((valueChange) => (
          <ListItem key={valueChange.kind}>
            <Text>{changeText(valueChange)}</Text>
          </ListItem>
        ))}
      </List>
      <IssueCount formats={formats} />
    </SectionMessage>
  );
}

function changeText(valueChange: ValueChange): string {
  switch (valueChange.kind) {
    case 'levelsRemoved':
      return texts.levelsRemoved(listNames(valueChange.names));
    case 'lastLevelChanged':
      return texts.lastLevelChanged(valueChange.from, valueChange.to);
    case 'orderChanged':
      return texts.orderChanged;
    case 'nowSingle':
      return texts.nowSingle(listNames(valueChange.names));
  }
}
