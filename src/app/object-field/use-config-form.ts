import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import type { ConfigurationStart } from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { missingNames } from '../field-configuration/configured-attributes';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import type { Prepared, ConfigurationVerdict } from '../field-configuration/use-save';
import { useFindings, useLoadedDraft } from '../field-configuration/use-loaded-draft';
import { useTypes } from '../field-configuration/use-types';
import { isGone } from '../field-configuration/workspace-field';
import { findTemplateFault } from '../query-editor/find-template-fault';
import type { QueryCheck } from '../query-editor/query-editor-contract';
import { useLiveCheck } from '../query-editor/use-live-check';
import { objectConfigTexts as texts } from './config-texts';
import type { Configuration } from './configuration';
import { configurationOf, draftOf, type ConfigurationDraft } from './configuration-draft';
import { checkQuery } from './object-field-contract';

export type ObjectConfigForm = ReturnType<typeof useObjectConfigForm>;

/** What is on the screen, and what is known of it. */
export function useObjectConfigForm({ saved, workspaces }: ConfigurationStart<Configuration>) {
  const { draft, setDraft, load, isAsLoaded } = useLoadedDraft(() => draftOf(saved));
  const { workspaceId, typeId, query } = draft;
  const isWorkspaceGone = isGone(workspaces, workspaceId);
  const types = useTypes(isWorkspaceGone ? undefined : workspaceId);
  const type = types.choices?.find(({ id }) => id === typeId);
  const configured = configurationOf(draft, type);
  const source = configured && { ...configured, query };
  const check = useLiveCheck(source, tryQuery);
  const result = check.last?.reply.kind === 'ok' ? check.last.reply.value : undefined;

  const isTypeGone = types.choices !== undefined && isGone(types.choices, typeId);
  const known = type && [type];
  const found = [
    ...(isWorkspaceGone ? [sharedTexts.workspaceGone] : []),
    ...(isTypeGone ? [texts.typeGone] : []),
    ...missingNames(draft, 'attributes', known).map(sharedTexts.attributeGone),
    ...missingNames(draft, 'searchedAttributes', known).map(sharedTexts.unsearchable),
    ...(result?.kind === 'queryError' ? [texts.queryFails] : []),
  ];
  const findings = useFindings(found, isAsLoaded);
  const prepared = prepare(draft, isWorkspaceGone, types.choices);
  return { draft, setDraft, load, types, type, source, check, result, findings, prepared };
}

type CheckedSource = Pick<Configuration, 'workspaceId' | 'typeId' | 'query' | 'attributes'>;

/** Syntax is looked at here, so that it needs neither the service nor an account. */
async function tryQuery(source: CheckedSource): Promise<Reply<QueryCheck>> {
  const { workspaceId, typeId, query, attributes } = source;
  const fault = findTemplateFault(query);
  if (fault) return { kind: 'ok', value: fault };
  return callResolver(checkQuery, { workspaceId, typeId, query, attributes });
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

export function verdictOfQuery(reply: Reply<QueryCheck>): ConfigurationVerdict {
  if (reply.kind !== 'ok') return { kind: 'unchecked', reason: texts.unchecked };
  if (reply.value.kind === 'matches') return { kind: 'works' };
  return { kind: 'faulty', reason: texts.correctQuery };
}
