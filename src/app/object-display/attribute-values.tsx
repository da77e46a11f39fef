import { Inline, Link, Lozenge, Text } from '@forge/react';
import { Fragment } from 'react';
import type { ShownAttribute } from '../objects/objects-contract';
import { displayTexts as texts } from './display-texts';
import type { Formats } from './formats';
import { isolated } from './isolated';
import { PersonName } from './person-name';
import { presentValue, type PresentedValue } from './present-value';

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
