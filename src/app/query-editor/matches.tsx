import { List, ListItem, Stack, Text } from '@forge/react';
import { AttributeLine } from '../object-display/attribute-line';
import type { Formats } from '../object-display/formats';
import type { ShownObject } from '../objects/objects-contract';
import { queryEditorTexts as texts } from './query-texts';

export interface QueryMatches {
  readonly kind: 'matches';
  /** Absent where that depends on an earlier level. */
  readonly total?: number | undefined;
  readonly first: readonly ShownObject[];
}

/** How many objects a query finds, and the first of them as people see them. */
export function Matches({ total, first, formats }: QueryMatches & { readonly formats: Formats }) {
  if (total === undefined) return <Text>{texts.waits}</Text>;
  if (total === 0) return <Text>{texts.noMatches}</Text>;
  const totalText = formats.number(String(total));
  return (
    <Stack space="space.050">
      <Text>
        {total > first.length
          ? texts.firstMatches(totalText, first.length)
          : texts.matches(total, totalText)}
      </Text>
      <List type="unordered">
        {first.map(({ objectId, label, attributes }) => (
          <ListItem key={objectId}>
            <Text maxLines={1}>{label}</Text>
            <AttributeLine attributes={attributes} formats={formats} />
          </ListItem>
        ))}
      </List>
    </Stack>
  );
}
