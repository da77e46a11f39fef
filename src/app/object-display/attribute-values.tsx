import { Inline, Link, Lozenge, Text, Box, xcss } from '@forge/react';
import { Fragment } from 'react';
import type { ShownAttribute } from '../objects/objects-contract';
import { type Formats, isolated } from './formats';
import { displayTexts as texts } from './display-texts';
import {
  presentValue,
  shortPart,
  type PresentedValue,
  avatarOf,
  type AvatarColor,
} from './present-value';

interface AttributeLineProps {
  readonly attributes: readonly ShownAttribute[];
  readonly formats: Formats;
}

/** What tells an object apart, in one subtle line that ends where there is no more room. */
export function AttributeLine({ attributes, formats }: AttributeLineProps) {
  const parts = attributes.flatMap((attribute) => shortPart(attribute, formats) ?? []);
  if (parts.length === 0) return null;
  return (
    <Box xcss={lineBox}>
      <Inline space="space.050" alignBlock="center">
        {parts.map(({ text, people }, index) => (
          <Fragment key={index}>
            {people.map((name, place) => (
              <Initials key={place} name={name} />
            ))}
            <Text size="small" color="color.text.subtle" maxLines={1}>
              {text}
              {index < parts.length - 1 && ' ·'}
            </Text>
          </Fragment>
        ))}
      </Inline>
    </Box>
  );
}

/** As high as initials are, also where the line has none. */
const lineBox = xcss({ height: '20px', overflow: 'hidden' });

interface AttributeValuesProps {
  readonly attribute: ShownAttribute;
  readonly formats: Formats;
}

/** All values of an attribute, one beside the other. */
export function AttributeValues({ attribute, formats }: AttributeValuesProps) {
  const values = attribute.values.map((value) => presentValue(value, attribute, formats));
  const more = attribute.moreValues ?? 0;
  if (!values.some(({ isPerson }) => isPerson)) {
    return (
      <Text>
        {values.map((value, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <PresentedText value={value} />
          </Fragment>
        ))}
        {more > 0 && ` ${texts.moreValues(more)}`}
      </Text>
    );
  }
  return (
    <Inline space="space.100" rowSpace="space.025" alignBlock="center" shouldWrap>
      {values.map((value, index) => (
        <Inline key={index} space="space.050" alignBlock="center">
          <Initials name={value.text} />
          <Text>
            <PresentedText value={value} />
          </Text>
        </Inline>
      ))}
      {more > 0 && <Text>{texts.moreValues(more)}</Text>}
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

/** What stands for a person of the service: UI Kit's own `User` draws only those with an Atlassian account. */
function Initials({ name }: { readonly name: string }) {
  const { initials, color } = avatarOf(name);
  if (initials === '') return null;
  return (
    <Box xcss={circleOf(color)}>
      <Text size="small" weight="medium" color="color.text.inverse" align="center">
        {initials}
      </Text>
    </Box>
  );
}

/** As high as a line of small text with this padding; a line that is too long doesn't squeeze it. */
const circle = {
  width: '20px',
  minWidth: '20px',
  paddingBlock: 'space.025',
  borderRadius: 'radius.full',
} as const;

function circleOf(color: AvatarColor) {
  return xcss({ ...circle, backgroundColor: `color.background.accent.${color}.bolder` });
}
