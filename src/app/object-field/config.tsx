import ForgeReconciler, { SectionMessage, Spinner, Stack, Text } from '@forge/react';
import { useCallback, useMemo, useState } from 'react';
import { callResolver } from '../access/call-resolver';
import { TroubleNotice } from '../access/trouble-notice';
import type { Reply } from '../access/reply';
import { useReply } from '../access/use-reply';
import { AttributesSelect, CardinalityChoice, TypeSelect, WorkspaceSelect } from './config-choices';
import { QueryField } from '../query-editor/query-field';
import { SaveBar } from './config-save-bar';
import { configTexts as texts } from './config-texts';
import { configuration, type Configuration } from './configuration';
import { draftOf } from './configuration-draft';
import { listTypes, listWorkspaces } from '../field-configuration/functions';
import type { TypeChoice, WorkspaceChoice } from '../field-configuration/replies';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { useQueryCheck } from '../query-editor/use-query-check';

/** Where an admin configures one context of the field. */
export function ObjectFieldConfig() {
  const screen = useFieldScreen();
  const load = useCallback(() => callResolver(listWorkspaces, {}), []);
  const { reply, isLoading, reload } = useReply(load);
  const stored = screen?.configuration ?? undefined;
  const saved = useMemo(() => configuration.safeParse(stored).data, [stored]);
  if (!screen || !reply) return <Spinner size="medium" label={texts.loading} />;
  return (
    <Stack space="space.200">
      {stored !== undefined && !saved && (
        <SectionMessage appearance="warning">
          <Text>{texts.unreadable}</Text>
        </SectionMessage>
      )}
      {reply.kind === 'ok' ? (
        <ConfigurationForm saved={saved} workspaceChoices={reply.value.workspaces} />
      ) : (
        <TroubleNotice
          trouble={reply}
          connectReason={texts.connectReason}
          isRetrying={isLoading}
          onRetry={reload}
        />
      )}
    </Stack>
  );
}

interface ConfigurationFormProps {
  readonly saved: Configuration | undefined;
  readonly workspaceChoices: readonly WorkspaceChoice[];
}

function ConfigurationForm({ saved, workspaceChoices }: ConfigurationFormProps) {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const { workspaceId, typeId, query } = draft;
  const typeList = useTypes(workspaceId);
  const type = typeList.choices?.find(({ id }) => id === typeId);
  const source = workspaceId && type ? { workspaceId, typeId: type.id, query } : undefined;
  const check = useQueryCheck(source);
  return (
    <Stack space="space.200">
      <WorkspaceSelect
        draft={draft}
        choices={workspaceChoices}
        isSavedElsewhere={saved !== undefined && saved.workspaceId !== workspaceId}
        onChange={setDraft}
      />
      {workspaceId !== undefined && typeList.notice}
      {typeList.choices && (
        <>
          <TypeSelect draft={draft} choices={typeList.choices} onChange={setDraft} />
          <QueryField
            query={query}
            check={check}
            onChange={(changed) => setDraft((current) => ({ ...current, query: changed }))}
            onRetry={() => source && void check.checkNow(source)}
          />
          <AttributesSelect draft={draft} type={type} onChange={setDraft} />
          <CardinalityChoice draft={draft} onChange={setDraft} />
        </>
      )}
      <SaveBar draft={draft} type={type} check={check} />
    </Stack>
  );
}

/** The types of the chosen workspace, or what to show instead of them. */
function useTypes(workspaceId: string | undefined) {
  const load = useCallback(async (): Promise<Reply<{ types?: TypeChoice[] }>> => {
    if (workspaceId === undefined) return { kind: 'ok', value: {} };
    return callResolver(listTypes, { workspaceId });
  }, [workspaceId]);
  const { reply, isLoading, reload } = useReply(load);
  if (reply?.kind === 'ok') return { choices: reply.value.types, notice: null };
  const notice = reply ? (
    <TroubleNotice
      trouble={reply}
      connectReason={texts.connectReason}
      isRetrying={isLoading}
      onRetry={reload}
    />
  ) : (
    <Spinner size="small" label={texts.loading} />
  );
  return { choices: undefined, notice };
}

ForgeReconciler.render(<ObjectFieldConfig />);
