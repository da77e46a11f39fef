import { Inline, Text } from '@forge/react';
import type { ShownAttribute } from '../objects/objects-contract';
import { AttributeValues } from './attribute-values';
import type { Formats } from './formats';
import { isolated } from './isolated';

interface AttributeLineProps {
  readonly attributes: readonly ShownAttribute[];
  readonly formats: Formats;
}

/** Of one attribute there is room for no more beside a label. */
const valuesInLine = 3;

/** The configured attributes beside an object's label; nothing where there are none. */
export function AttributeLine({ attributes, formats }: AttributeLineProps) {
  if (attributes.length === 0) return null;
  return (
    <Inline space="space.150" rowSpace="space.025" alignBlock="baseline" shouldWrap>
      {attributes.map((attribute) => (
        <Text key={attribute.attributeId} size="small" color="color.text.subtle">
          {isolated(attribute.name)}:{' '}
          <AttributeValues attribute={attribute} formats={formats} atMost={valuesInLine} />
        </Text>
      ))}
    </Inline>
  );
}
