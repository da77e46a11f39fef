import { DynamicTable, Heading, Link, Stack, Text } from '@forge/react';
import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import type { PageFormats } from '../object-display/use-page-formats';
import { listLabelChanges } from './admin-contract';
import { issueAddress } from './jira-screens';
import { adminPageTexts } from './page-texts';
import type { LabelChanges } from './admin-replies';
import { valuesTexts as texts } from './values-texts';

/** What the job would change on the first work items that it found. */
export function LabelChangesTable({ formats }: { readonly formats: PageFormats }) {
  const load = useCallback(() => callResolver(listLabelChanges, {}), []);
  const loaded = useReply(load);
  return (
    <Stack space="space.100">
      <Heading as="h3" size="xsmall">
        {texts.changesTitle}
      </Heading>
      <Loaded
        {...loaded}
        loadingText={texts.changesLoading}
        connectReason={adminPageTexts.connectReason}
      >
        {(changes) => <ChangeRows {...changes} formats={formats} />}
      </Loaded>
    </Stack>
  );
}

const columns = ['workItem', 'from', 'to'] as const;

function ChangeRows({ changes, hiddenCount, formats }: LabelChanges & { formats: PageFormats }) {
  const rows = changes.map(({ key, from, to }, index) => {
    const contents = {
      workItem: (
        <Link href={issueAddress(key)} openNewTab>
          {key}
        </Link>
      ),
      from,
      to,
    };
    return {
      key: String(index),
      cells: columns.map((column) => ({ key: column, content: <Text>{contents[column]}</Text> })),
    };
  });
  return (
    <>
      {rows.length > 0 && (
        <DynamicTable
          label={texts.changesTitle}
          head={{ cells: columns.map((key) => ({ key, content: texts[key] })) }}
          rows={rows}
        />
      )}
      {hiddenCount > 0 && <Text>{texts.hidden(formats.number(hiddenCount))}</Text>}
    </>
  );
}
