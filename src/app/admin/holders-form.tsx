import {
  Box,
  DynamicTable,
  Form,
  Heading,
  Link,
  LoadingButton,
  Stack,
  Text,
  Textfield,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { LabelledField } from '../field-configuration/labelled-field';
import type { PageFormats } from '../object-display/use-page-formats';
import { ActionTrouble } from './action-trouble';
import { findHolders } from './admin-contract';
import type { Holders } from './admin-replies';
import { useAction } from './use-action';
import { valuesTexts as texts } from './values-texts';

const wide = xcss({ width: '400px', maxWidth: '100%' });
const longestSought = 255;

/** Finds the fields that hold an object, and how often. */
export function HoldersForm({ formats }: { readonly formats: PageFormats }) {
  const finding = useAction();
  const [typed, setTyped] = useState('');
  const [holders, setHolders] = useState<Holders>();
  const sought = typed.trim().slice(0, longestSought);

  async function find() {
    if (sought === '' || finding.isRunning) return;
    setHolders(await finding.run(() => callResolver(findHolders, { sought })));
  }

  return (
    <Stack space="space.100">
      <Heading as="h2" size="small">
        {texts.holdersTitle}
      </Heading>
      <Form onSubmit={() => void find()}>
        <Stack space="space.100" alignInline="start">
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
          <LoadingButton type="submit" isDisabled={sought === ''} isLoading={finding.isRunning}>
            {texts.find}
          </LoadingButton>
        </Stack>
      </Form>
      {finding.trouble && <ActionTrouble trouble={finding.trouble} />}
      {holders && <FoundHolders {...holders} formats={formats} />}
    </Stack>
  );
}

interface FoundHoldersProps extends Pick<Holders, 'fields'> {
  readonly formats: PageFormats;
}

function FoundHolders({ fields, formats }: FoundHoldersProps) {
  if (fields.length === 0) return <Text>{texts.noFields}</Text>;
  const holding = fields.filter(({ count }) => count !== 0);
  return (
    <Stack space="space.100">
      {holding.length === 0 ? (
        <Text>{texts.noHolders}</Text>
      ) : (
        <HoldersTable fields={holding} formats={formats} />
      )}
      <Text size="small" color="color.text.subtle">
        {texts.appView}
      </Text>
    </Stack>
  );
}

function HoldersTable({ fields, formats }: FoundHoldersProps) {
  const columns = ['field', 'count', 'search'] as const;
  const rows = fields.map((field) => {
    const contents = {
      field: field.name,
      count:
        field.count === undefined ? texts.notSearchable : texts.about(formats.number(field.count)),
      search: field.address !== undefined && (
        <Link href={field.address} openNewTab>
          {texts.openSearch(field.name)}
        </Link>
      ),
    };
    return {
      key: field.fieldId,
      cells: columns.map((key) => ({ key, content: <Text>{contents[key]}</Text> })),
    };
  });
  return (
    <DynamicTable
      label={texts.holdersTable}
      head={{ cells: columns.map((key) => ({ key, content: texts[key] })) }}
      rows={rows}
    />
  );
}
