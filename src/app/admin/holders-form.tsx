import {
  Box,
  DynamicTable,
  ErrorMessage,
  Form,
  Inline,
  Link,
  LoadingButton,
  Stack,
  Text,
  Textfield,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { isolated, type Formats } from '../object-display/formats';
import { detailsOf } from '../object-display/present-value';
import { useFormats } from '../object-display/use-formats';
import { usePageFormats } from '../object-display/use-page-formats';
import { LabelledField } from '../field-configuration/labelled-field';
import { ObjectPicker } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picks';
import { isObjectId } from '../objects/stored-value';
import { useObjectSearch, type FoundOptions } from '../object-picker/use-object-search';
import type { Reply } from '../replies/reply';
import { callResolver, useAction } from '../screen/call-resolver';
import { findHolders, searchEverywhere, type Holders } from './admin-contract';
import { ActionTrouble } from './admin-parts';
import { SubtleText } from '../screen/subtle-text';
import { Section } from '../screen/section';

const texts = {
  holdersTitle: 'Where an object is used',
  objectsLabel: 'Objects',
  objectsAbout:
    'Search all workspaces that you can read, by label or by text such as a serial number. You can choose up to 10 objects.',
  tooMany: 'Choose up to 10 objects.',
  nothing: 'Choose an object, or enter an id or a label.',
  soughtLabel: 'Object id or label',
  soughtAbout:
    'For an object that was deleted or that you can’t see. An id finds the object in every field and, in a cascade, on every level. A label must match the stored label exactly and, in a cascade, finds the object on the last level only.',
  find: 'Find',
  noFields: 'No field on this site holds objects yet.',
  noHolders: 'No work items hold this object.',
  noLabelHolders: 'No work items hold an object with this label.',
  holdersTable: 'Where these objects are used',
  object: 'Object',
  places: 'Work items',
  openSearch: (fieldName: string) => `Show in Jira’s search: ${fieldName}`,
  about: (fieldName: string, count: string) => `${fieldName}: about ${count}`,
  notSearchable: (fieldName: string) =>
    `${fieldName}: Jira can’t search this field. Check that it has a search template.`,
  appView:
    'The app counts only what it can see, so work items in projects that block apps are missing. Your own search shows what you can see.',
};

const wide = xcss({ width: '400px', maxWidth: '100%' });
const maximumSoughtLength = 255;
const maximumObjects = 10;

interface Found extends Holders {
  readonly label: string;
  readonly isByLabel: boolean;
}

export function HoldersForm() {
  const formats = useFormats();
  const finding = useAction();
  const [typed, setTyped] = useState('');
  const [picks, setPicks] = useState<readonly PickedObject[]>([]);
  const [found, setFound] = useState<readonly Found[]>();
  // Somebody searched while nothing was entered.
  const [isRefused, setIsRefused] = useState(false);
  const entered = typed.trim().slice(0, maximumSoughtLength);
  const sought = [
    ...picks.map((pick) => ({
      text: pick.objectId,
      label: nameOf(pick, formats),
      isByLabel: false,
    })),
    ...(entered === '' ? [] : [{ text: entered, label: entered, isByLabel: !isObjectId(entered) }]),
  ];
  const fault =
    picks.length > maximumObjects
      ? texts.tooMany
      : isRefused && sought.length === 0
        ? texts.nothing
        : undefined;

  async function find() {
    setIsRefused(sought.length === 0);
    if (sought.length === 0 || fault !== undefined || finding.isRunning) return;
    setFound(await finding.run(() => findEach(sought)));
  }

  return (
    <Section title={texts.holdersTitle}>
      <Form onSubmit={() => void find()}>
        <Stack space="space.100">
          <Inline space="space.200" rowSpace="space.100" shouldWrap>
            <Box xcss={wide}>
              <SoughtObjects picks={picks} onChange={setPicks} />
            </Box>
            <Box xcss={wide}>
              <LabelledField id="sought" label={texts.soughtLabel} help={texts.soughtAbout}>
                <Textfield
                  id="sought"
                  testId="sought"
                  value={typed}
                  onChange={({ target }) => setTyped(String(target.value ?? ''))}
                />
              </LabelledField>
            </Box>
          </Inline>
          {fault !== undefined && <ErrorMessage>{fault}</ErrorMessage>}
          <Inline>
            <LoadingButton type="submit" isLoading={finding.isRunning}>
              {texts.find}
            </LoadingButton>
          </Inline>
        </Stack>
      </Form>
      {finding.trouble && <ActionTrouble trouble={finding.trouble} />}
      {found && <FoundHolders found={found} />}
    </Section>
  );
}

/** The label, with what tells the object apart where the picker offered another one with that label. */
function nameOf(pick: PickedObject, formats: Formats): string {
  return pick.hadTwin
    ? [isolated(pick.label), ...detailsOf(pick, formats)].join(' · ')
    : pick.label;
}

/** One object after the other, so that Jira isn't asked about many at once. */
async function findEach(
  sought: readonly (Pick<Found, 'label' | 'isByLabel'> & { readonly text: string })[],
): Promise<Reply<Found[]>> {
  const value: Found[] = [];
  for (const { text, ...shown } of sought) {
    const reply = await callResolver(findHolders, { sought: text });
    if (reply.kind !== 'ok') return reply;
    value.push({ ...reply.value, ...shown });
  }
  return { kind: 'ok', value };
}

/** The objects are of any type, so each value says of which attribute it is. */
function withNamedValues(reply: Reply<FoundOptions>): Reply<FoundOptions> {
  if (reply.kind !== 'ok') return reply;
  const objects = reply.value.objects.map((object) => ({
    ...object,
    attributes: object.attributes.map((attribute) => ({
      ...attribute,
      values: attribute.values.map((shown, index) =>
        index > 0 ? shown : { ...shown, value: `${isolated(attribute.name)}: ${shown.value}` },
      ),
    })),
  }));
  return { kind: 'ok', value: { ...reply.value, objects } };
}

interface SoughtObjectsProps {
  readonly picks: readonly PickedObject[];
  readonly onChange: (picks: readonly PickedObject[]) => void;
}

function SoughtObjects(props: SoughtObjectsProps) {
  const search = useObjectSearch(async (text) =>
    withNamedValues(await callResolver(searchEverywhere, { text })),
  );
  return (
    <LabelledField id="sought-objects" label={texts.objectsLabel} help={texts.objectsAbout}>
      <ObjectPicker inputId="sought-objects" isMultiple search={search} {...props} />
    </LabelledField>
  );
}

function FoundHolders({ found }: { readonly found: readonly Found[] }) {
  if (found.every(({ fields }) => fields.length === 0)) return <Text>{texts.noFields}</Text>;
  const columns = ['object', 'places'] as const;
  const rows = found.map(({ label, isByLabel, fields }, index) => {
    const contents = {
      object: <Text>{label}</Text>,
      places: (
        <Places
          fields={fields.filter(({ count }) => count !== 0)}
          nothing={isByLabel ? texts.noLabelHolders : texts.noHolders}
        />
      ),
    };
    return {
      key: `${index}`,
      cells: columns.map((key) => ({ key, content: contents[key] })),
    };
  });
  return (
    <Stack space="space.100">
      <DynamicTable
        label={texts.holdersTable}
        head={{ cells: columns.map((key) => ({ key, content: texts[key] })) }}
        rows={rows}
      />
      <SubtleText>{texts.appView}</SubtleText>
    </Stack>
  );
}

interface PlacesProps extends Pick<Holders, 'fields'> {
  readonly nothing: string;
}

function Places({ fields, nothing }: PlacesProps) {
  const formats = usePageFormats();
  if (fields.length === 0) return <Text>{nothing}</Text>;
  return (
    <Stack space="space.050">
      {fields.map(({ fieldId, name, count, address }) => (
        <Text key={fieldId}>
          {count === undefined
            ? texts.notSearchable(name)
            : texts.about(name, formats.number(count))}
          {address !== undefined && (
            <>
              {' · '}
              <Link href={address} openNewTab>
                {texts.openSearch(name)}
              </Link>
            </>
          )}
        </Text>
      ))}
    </Stack>
  );
}
