import { Link, Lozenge } from '@forge/react';
import { Fragment } from 'react';
import type { ShownAttribute } from '../objects/objects-contract';
import { displayTexts as texts } from './display-texts';
import type { Formats } from './formats';
import { isolated } from './isolated';
import { presentValue, type PresentedValue } from './present-value';

interface AttributeValuesProps {
  readonly attribute: ShownAttribute;
  readonly formats: Formats;
  /** How many to draw of them; the others are counted. */
  readonly atMost?: number;
}

/** The values of an attribute, one beside the other, to be drawn inside of a text. */
export function AttributeValues({ attribute, formats, atMost }: AttributeValuesProps) {
  const values = attribute.values.slice(0, atMost);
  const leftOut = attribute.values.length - values.length + (attribute.moreValues ?? 0);
  return (
    <>
      {values.map((value, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          <PresentedText value={presentValue(value, attribute, formats)} />
        </Fragment>
      ))}
      {leftOut > 0 && ` ${texts.moreValues(leftOut)}`}
    </>
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
