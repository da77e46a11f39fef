import {
  Box,
  DynamicTable,
  Form,
  Heading,
  Inline,
  Link,
  LoadingButton,
  Stack,
  Text,
  Textfield,
  useProductContext,
  xcss,
} from '@forge/react';
import { useMemo, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { LabelledField } from '../field-configuration/labelled-field';
import { createFormats } from '../object-display/formats';
import type { PageFormats } from '../object-display/use-page-formats';
import { ObjectPicker } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picked-object';
import { useObjectSearch } from '../object-picker/use-object-search';
import type { Reply } from '../replies/reply';
import { ActionTrouble } from './action-trouble';
import { findHolders, searchEverywhere } from './admin-contract';
import type { Holders } from './admin-replies';
import { useAction } from './use-action';
import { valuesTexts as texts } from './values-texts';

const wide = xcss({ width: '400px', maxWidth: '100%' });
const longestSought = 255;
const maximumObjects = 10;

/** What was looked for, and the fields that hold it. */
interface Found extends Holders {
  readonly label: string;
}

/** Finds the fields that hold objects, and how often. */
export function HoldersForm({ formats }: { readonly formats: PageFormats }) {
  const finding = useAction();
  const [typed, setTyped] = useState('');
  const [picks, setPicks] = useState<readonly PickedObject[]>([]);
  const [found, setFound] = useState<readonly Found[]>();
  const entered = typed.trim().slice(0, longestSought);
  const sought = [
    ...picks.map(({ objectId, label }) => ({ text: objectId, label })),
    ...(entered === '' ? [] : [{ text: entered, label: entered }]),
  ];
  const isTooMany = picks.length > maximumObjects;

  async function find() {
    if (sought.length === 0 || isTooMany || finding.isRunning) return;
    setFound(await finding.run(() => findEach(sought)));
  }

  return (
    <Stack space="space.100">
      <Heading as="h2" size="small">
        {texts.holdersTitle}
      </Heading>
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
          {isTooMany && <Text color="color.text.danger">{texts.tooMany}</Text>}
          <Inline>
            <LoadingButton
              type="submit"
              isDisabled={sought.length === 0 || isTooMany}
              isLoading={finding.isRunning}
            >
              {texts.find}
            </LoadingButton>
          </Inline>
        </Stack>
      </Form>
      {finding.trouble && <ActionTrouble trouble={finding.trouble} />}
      {found && <FoundHolders found={found} formats={formats} />}
    </Stack>
  );
}

/** One after the other, so that many objects don't ask Jira for everything at once. */
async function findEach(
  sought: readonly { readonly text: string; readonly label: string }[],
): Promise<Reply<Found[]>> {
  const value: Found[] = [];
  for (const { text, label } of sought) {
    const reply = await callResolver(findHolders, { sought: text });
    if (reply.kind !== 'ok') return reply;
    value.push({ ...reply.value, label });
  }
  return { kind: 'ok', value };
}

interface SoughtObjectsProps {
  readonly picks: readonly PickedObject[];
  readonly onChange: (picks: readonly PickedObject[]) => void;
}

function SoughtObjects(props: SoughtObjectsProps) {
  const context = useProductContext();
  const search = useObjectSearch((text) => callResolver(searchEverywhere, { text }));
  const formats = useMemo(() => createFormats(context?.locale, context?.timezone), [context]);
  return (
    <LabelledField id="sought-objects" label={texts.objectsLabel} help={texts.objectsAbout}>
      <ObjectPicker inputId="sought-objects" isMultiple {...{ ...props, search, formats }} />
    </LabelledField>
  );
}

interface FoundHoldersProps {
  readonly found: readonly Found[];
  readonly formats: PageFormats;
}

function FoundHolders({ found, formats }: FoundHoldersProps) {
  if (found.every(({ fields }) => fields.length === 0)) return <Text>{texts.noFields}</Text>;
  const columns = ['object', 'places'] as const;
  const rows = found.map(({ label, fields }, index) => {
    const contents = {
      object: <Text>{label}</Text>,
      places: <Places fields={fields.filter(({ count }) => count !== 0)} formats={formats} />,
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
      <Text size="small" color="color.text.subtle">
        {texts.appView}
      </Text>
    </Stack>
  );
}

interface PlacesProps extends Pick<Holders, 'fields'> {
  readonly formats: PageFormats;
}

/** The fields that hold an object, each on a line with its search. */
function Places({ fields, formats }: PlacesProps) {
  if (fields.length === 0) return <Text>{texts.noHolders}</Text>;
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
