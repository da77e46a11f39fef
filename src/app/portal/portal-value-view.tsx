import { Spinner, Stack, Text } from '@forge/react';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { AttributeLine } from '../object-display/attribute-line';
import { displayTexts } from '../object-display/display-texts';
import { FirstFew } from '../object-display/first-few';
import { objectKey } from '../objects/object-id';
import type { ShownAttribute } from '../objects/objects-contract';
import type { StoredObject } from '../objects/stored-value';

interface PortalValueViewProps {
  readonly screen: FieldScreen;
  readonly stored: readonly StoredObject[];
  /** Stands before each label. */
  readonly prefix?: string;
  /** By the key of their object, where the portal may show them. */
  readonly attributes?: ReadonlyMap<string, readonly ShownAttribute[]>;
  readonly isLoading?: boolean;
}

/** A field on a request as its customer sees it: the stored labels, whatever else can be shown. */
export function PortalValueView(props: PortalValueViewProps) {
  const { screen, stored, prefix = '', attributes, isLoading = false } = props;
  if (stored.length === 0) return <Text>{displayTexts.none}</Text>;
  return (
    <Stack space="space.100">
      <FirstFew items={stored} keyOf={({ objectId }) => objectId}>
        {({ objectId, label }) => (
          <Stack space="space.025">
            <Text maxLines={3}>{prefix + label}</Text>
            <AttributeLine
              attributes={attributes?.get(objectKey(objectId)) ?? []}
              formats={screen.formats}
            />
          </Stack>
        )}
      </FirstFew>
      {isLoading && <Spinner size="small" label={displayTexts.loading} />}
    </Stack>
  );
}
