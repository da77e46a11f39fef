import { Inline, Text } from '@forge/react';
import type { ShownObject } from '../objects/replies';
import { attributeText } from './value-text';

/** The configured attributes of an object as text; nothing where there are none. */
export function AttributeLine({ attributes }: Pick<ShownObject, 'attributes'>) {
  if (attributes.length === 0) return null;
  return (
    <Inline space="space.150" rowSpace="space.025" shouldWrap>
      {attributes.map((attribute) => (
        <Text key={attribute.attributeId} size="small" color="color.text.subtle">
          {`${attribute.name}: ${attributeText(attribute)}`}
        </Text>
      ))}
    </Inline>
  );
}
