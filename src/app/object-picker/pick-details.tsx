import { Stack, Text } from '@forge/react';
import { AttributeLine } from '../object-display/attribute-line';
import { FirstFew } from '../object-display/first-few';
import type { Formats } from '../object-display/formats';
import { labelLines } from '../object-display/label-lines';
import type { PickedObject } from './picked-object';
import { pickOptions } from './picker-options';

interface PickDetailsProps {
  readonly picks: readonly PickedObject[];
  /** Without the picker, each pick is shown by its label here. */
  readonly areInPicker: boolean;
  readonly formats: Formats;
}

/** A picker cuts what is longer. */
const longestInPicker = 30;

/** What a picker can't show of its picks: their attributes, and the whole of a long label. */
export function PickDetails({ picks, areInPicker, formats }: PickDetailsProps) {
  const tags = new Map(pickOptions(picks, formats).map(({ value, label }) => [value, label]));
  const isWhole = ({ objectId, label }: PickedObject) =>
    areInPicker &&
    label.length <= longestInPicker &&
    tags.get(objectId)?.startsWith(label) === true;
  const shown = picks.filter((pick) => !isWhole(pick) || pick.attributes.length > 0);
  // The only one stands right above, in the picker.
  const isAlone = picks.length === 1 && picks.every(isWhole);
  if (shown.length === 0) return null;
  return (
    <FirstFew items={shown} keyOf={({ objectId }) => objectId}>
      {({ label, attributes }) => (
        <Stack space="space.025">
          {!isAlone && (
            <Text size="small" weight="medium" maxLines={labelLines}>
              {label}
            </Text>
          )}
          <AttributeLine attributes={attributes} formats={formats} />
        </Stack>
      )}
    </FirstFew>
  );
}
