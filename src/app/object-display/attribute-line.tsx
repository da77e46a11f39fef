import { Inline } from '@forge/react';
import type { ShownAttribute } from '../objects/objects-contract';
import { AttributeValues } from './attribute-values';
import type { Formats } from './formats';

interface AttributeLineProps {
  readonly attributes: readonly ShownAttribute[];
  readonly formats: Formats;
}

/** The configured attributes beside an object's label; nothing where there are none. */
export function AttributeLine({ attributes, formats }: AttributeLineProps) {
  if (attributes.length === 0) return null;
  return (
    <Inline space="space.150" rowSpace="space.025" alignBlock="baseline" shouldWrap>
      {attributes.map((attribute) => (
        <AttributeValues
          key={attribute.attributeId}
          attribute={attribute}
          formats={formats}
          isInLine
        />
      ))}
    </Inline>
  );
}
