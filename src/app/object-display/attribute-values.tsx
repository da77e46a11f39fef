import { Inline, Link, Lozenge, Text, Box, xcss } from '@forge/react';
import { Fragment, type ReactNode } from 'react';
import type { ShownAttribute } from '../objects/objects-contract';
import { type Formats, isolated } from './formats';
import { displayTexts as texts } from './display-texts';
import { presentValue, type PresentedValue, avatarOf, type AvatarColor } from './present-value';

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

interface AttributeValuesProps {
  readonly attribute: ShownAttribute;
  readonly formats: Formats;
  /** Beside a label there is room for no more: the name, and the first few values in small letters. */
  readonly isInLine?: boolean;
}

/** As many values of one attribute as there is room for beside a label. */
const valuesInLine = 3;

/** The values of an attribute, one beside the other; in a line, the name before them. */
export function AttributeValues({ attribute, formats, isInLine = false }: AttributeValuesProps) {
  const values = attribute.values
    .slice(0, isInLine ? valuesInLine : undefined)
    .map((value) => presentValue(value, attribute, formats));
  const leftOut = attribute.values.length - values.length + (attribute.moreValues ?? 0);
  const look = isInLine ? ({ size: 'small', color: 'color.text.subtle' } as const) : {};
  const name = isInLine && <>{isolated(attribute.name)}: </>;
  if (!values.some(({ isPerson }) => isPerson)) {
    return (
      <Text {...look}>
        {name}
        {values.map((value, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <PresentedText value={value} />
          </Fragment>
        ))}
        {leftOut > 0 && ` ${texts.moreValues(leftOut)}`}
      </Text>
    );
  }
  return (
    <Inline space="space.100" rowSpace="space.025" alignBlock="center" shouldWrap>
      {name && <Text {...look}>{name}</Text>}
      {values.map((value, index) => (
        <PersonName key={index} name={value.text} size={isInLine ? 'small' : 'medium'}>
          <PresentedText value={value} />
        </PersonName>
      ))}
      {leftOut > 0 && <Text {...look}>{texts.moreValues(leftOut)}</Text>}
    </Inline>
  );
}

function PresentedText({ value: { text, address, lozenge } }: { value: PresentedValue }) {
  if (lozenge) return <Lozenge appearance={lozenge}>{text}</Lozenge>;
  if (address === undefined) return <>{isolated(text)}</>;
  return (
    <Link href={address} openNewTab={!address.startsWith('mailto:')}>
      {text}
    </Link>
  );
}

interface PersonNameProps {
  readonly name: string;
  readonly size: 'small' | 'medium';
  /** The name, as a link where there is an address. */
  readonly children: ReactNode;
}

/** A person of the service: UI Kit's own `User` draws only those who have an Atlassian account. */
function PersonName({ name, size, children }: PersonNameProps) {
  const { initials, color } = avatarOf(name);
  return (
    <Inline space="space.050" alignBlock="center">
      {initials !== '' && (
        <Box xcss={circleOf(color)}>
          <Text size="small" weight="medium" color="color.text.inverse" align="center">
            {initials}
          </Text>
        </Box>
      )}
      <Text size={size}>{children}</Text>
    </Inline>
  );
}

/** As high as a line of small text with this padding. */
const circle = {
  width: '24px',
  paddingBlock: 'space.050',
  borderRadius: 'radius.full',
} as const;

function circleOf(color: AvatarColor) {
  return xcss({ ...circle, backgroundColor: `color.background.accent.${color}.bolder` });
}
