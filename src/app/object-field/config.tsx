import ForgeReconciler, { Stack } from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Reply } from '../access/reply';
import {
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { readImport } from '../field-configuration/read-import';
import type { TypeChoice } from '../field-configuration/replies';
import { SaveBar, type Prepared, type Verdict } from '../field-configuration/save-bar';
import { Transfer } from '../field-configuration/transfer';
import { useTypes } from '../field-configuration/use-types';
import { isGone, WorkspaceField } from '../field-configuration/workspace-field';
import type { QuerySource } from '../query-editor/check-query';
import { findTemplateFault } from '../query-editor/find-template-fault';
import { CheckControl, QueryField } from '../query-editor/query-field';
import type { QueryCheck } from '../query-editor/replies';
import { useLiveCheck } from '../query-editor/use-live-check';
import { AttributesField, CardinalityField, TypeField } from './config-choices';
import { configTexts as texts } from './config-texts';
import { configuration, type Configuration } from './configuration';
import {
  configurationOf,
  draftOf,
  missingAttributes,
  withWorkspace,
  type ConfigurationDraft,
} from './configuration-draft';
import { checkQuery } from './functions';

/** Where an admin configures one context of the object field. */
export function ObjectFieldConfig() {
  return (
    <ConfigurationScreen schema={configuration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<Configuration>) {
  const form = useForm(start);
  const { draft, setDraft, types, prepared, check } = form;
  return (
    <Stack space="space.200">
      <FindingsNotice findings={form.findings} />
      <WorkspaceField
        choices={start.workspaces}
        workspaceId={draft.workspaceId}
        savedWorkspaceId={start.saved?.workspaceId}
        formats={start.formats}
        onChoose={(chosen) => setDraft((current) => withWorkspace(current, chosen))}
      />
      {draft.workspaceId !== undefined && types.notice}
      {types.choices && (
        <WorkspaceBoundFields form={form} types={types.choices} saved={start.saved} />
      )}
      <SaveBar
        prepared={prepared}
        check={async (asked) =>
          asked.query === '' ? { kind: 'works' } : verdictOf(await check.checkNow(asked))
        }
      />
      <Transfer
        draft={draft}
        prepared={prepared}
        read={(text) => readImport(text, configuration, texts.importHints)}
        onImport={(imported) => {
          const next = draftOf(imported);
          setDraft(next);
          return next;
        }}
      />
    </Stack>
  );
}

interface WorkspaceBoundFieldsProps {
  readonly form: Form;
  readonly types: readonly TypeChoice[];
  readonly saved: Configuration | undefined;
}

function WorkspaceBoundFields({ form, types, saved }: WorkspaceBoundFieldsProps) {
  const { draft, setDraft, type, source, check, result } = form;
  return (
    <>
      <TypeField draft={draft} choices={types} onChange={setDraft} />
      <QueryField
        id="query"
        label={texts.queryLabel}
        help={texts.queryHelp}
        query={draft.query}
        vocabulary={{ attributes: type?.attributes ?? [], typeNames: [], earlierLevels: [] }}
        result={result}
        onChange={(query) => setDraft((current) => ({ ...current, query }))}
      >
        <CheckControl
          reply={check.last?.reply}
          isChecking={check.isChecking}
          onCheck={() => source && void check.checkNow(source)}
        />
      </QueryField>
      <AttributesField draft={draft} type={type} onChange={setDraft} />
      <CardinalityField draft={draft} saved={saved?.cardinality} onChange={setDraft} />
    </>
  );
}

type Form = ReturnType<typeof useForm>;

/** What is on the screen, and what is known of it. */
function useForm({ saved, workspaces }: ConfigurationStart<Configuration>) {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const { workspaceId, typeId, query } = draft;
  const isWorkspaceGone = isGone(workspaces, workspaceId);
  const types = useTypes(isWorkspaceGone ? undefined : workspaceId);
  const type = types.choices?.find(({ id }) => id === typeId);
  const source = workspaceId && type ? { workspaceId, typeId: type.id, query } : undefined;
  const check = useLiveCheck(source, tryQuery);
  const result = check.last?.reply.kind === 'ok' ? check.last.reply.value : undefined;

  const isTypeGone = types.choices !== undefined && isGone(types.choices, typeId);
  const missing = missingAttributes(draft, type).map(({ name }) => name);
  const isResultOfSaved = isSameSource(source, saved) && isSameSource(check.last?.source, saved);
  const findings = [
    ...(isWorkspaceGone ? [sharedTexts.workspaceGone] : []),
    ...(isTypeGone ? [texts.typeGone] : []),
    ...(missing.length > 0 ? [texts.attributesGone(missing.join(', '))] : []),
    ...(isResultOfSaved && result?.kind === 'queryError' ? [sharedTexts.queryFails] : []),
  ];
  const prepared = prepare(draft, isWorkspaceGone, types.choices);
  return { draft, setDraft, types, type, source, check, result, findings, prepared };
}

function isSameSource(one: QuerySource | undefined, other: QuerySource | undefined): boolean {
  return (
    one?.workspaceId === other?.workspaceId &&
    one?.typeId === other?.typeId &&
    one?.query === other?.query
  );
}

/** Syntax is looked at here, so that it needs neither the service nor an account. */
async function tryQuery({ workspaceId, typeId, query }: QuerySource): Promise<Reply<QueryCheck>> {
  const fault = findTemplateFault(query);
  if (fault) return { kind: 'ok', value: fault };
  return callResolver(checkQuery, { workspaceId, typeId, query });
}

/** @param types undefined while they are not known */
function prepare(
  draft: ConfigurationDraft,
  isWorkspaceGone: boolean,
  types: readonly TypeChoice[] | undefined,
): Prepared<Configuration> {
  if (draft.workspaceId === undefined || isWorkspaceGone) {
    return { kind: 'refused', reason: sharedTexts.chooseWorkspace };
  }
  if (!types) return { kind: 'refused', reason: texts.typesUnknown };
  const type = types.find(({ id }) => id === draft.typeId);
  const completed = configurationOf(draft, type);
  if (!completed) return { kind: 'refused', reason: texts.chooseType };
  return { kind: 'ready', configuration: completed };
}

function verdictOf(reply: Reply<QueryCheck>): Verdict {
  if (reply.kind !== 'ok') return { kind: 'unchecked', reason: texts.unchecked };
  if (reply.value.kind === 'matches') return { kind: 'works' };
  return { kind: 'faulty', reason: texts.correctQuery };
}

ForgeReconciler.render(<ObjectFieldConfig />);
