import { Inline, Text } from '@forge/react';
import type { ShownObject } from '../object-field/replies';

/** The configured attributes of an object as text; nothing where there are none. */
export function AttributeLine({ attributes }: Pick<ShownObject, 'attributes'>) {
  if (attributes.length === 0) return null;
  return (
    <Inline space="space.150" rowSpace="space.025" shouldWrap>
      {attributes.map(({ name, text }) => (
        <Text key={name} size="small" color="color.text.subtle">
          {`${name}: ${text}`}
        </Text>
      ))}
    </Inline>
  );
}
