import type { ConfigurationStart } from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import {
  missingNames,
  storedLists,
  type AttributeLists,
} from '../field-configuration/configured-attributes';
import type { Prepared } from '../field-configuration/use-save';
import { useFindings, useLoadedDraft } from '../field-configuration/use-loaded-draft';
import { useTypes } from '../field-configuration/use-types';
import { isGone } from '../field-configuration/workspace-field';
import { useLiveCheck } from '../query-editor/use-live-check';
import {
  cascadeConfigurationOf,
  cascadeDraftOf,
  changeCascade,
  nameFaultOf,
  triedLevels,
  type CascadeChange,
  type CascadeDraft,
} from './cascade-draft';
import { faultsOf, resultsOf, tryCascade } from './checked-levels';
import { cascadeConfigTexts as texts } from './config-texts';
import type { CascadeConfiguration } from './configuration';
import { levelNameTexts } from './level-name-texts';

export type CascadeConfigForm = ReturnType<typeof useCascadeConfigForm>;

/** What is on the screen, and what is known of it. */
export function useCascadeConfigForm({
  saved,
  workspaces,
}: ConfigurationStart<CascadeConfiguration>) {
  const { draft, setDraft, load, isAsLoaded } = useLoadedDraft(() =>
    cascadeDraftOf(saved, crypto.randomUUID()),
  );
  const change = (made: CascadeChange) => setDraft((current) => changeCascade(current, made));
  const { workspaceId } = draft;
  const isWorkspaceGone = isGone(workspaces, workspaceId);
  const types = useTypes(isWorkspaceGone ? undefined : workspaceId);
  const isCheckable = workspaceId !== undefined && !isWorkspaceGone;
  const source = isCheckable ? { workspaceId, levels: triedLevels(draft) } : undefined;
  const check = useLiveCheck(source, tryCascade);
  const results = check.last ? resultsOf(check.last.source, check.last.reply) : [];

  const found = [
    ...(isWorkspaceGone ? [sharedTexts.workspaceGone] : []),
    ...missingNames(draft, 'attributes', types.choices).map(sharedTexts.attributeGone),
    ...missingNames(draft, 'searchedAttributes', types.choices).map(sharedTexts.unsearchable),
    ...faultsOf(results).map(({ name }) => texts.levelQueryFails(name)),
  ];
  const findings = useFindings(found, isAsLoaded);
  const stored = types.choices ? { ...draft, ...storedLists(draft, types.choices) } : draft;
  const prepared = prepare(stored, isWorkspaceGone);
  const { attributes, searchedAttributes } = stored;
  const lists: AttributeLists = { attributes, searchedAttributes };
  return { draft, load, change, types, source, lists, check, results, findings, prepared };
}

function prepare(draft: CascadeDraft, isWorkspaceGone: boolean): Prepared<CascadeConfiguration> {
  const configuration = cascadeConfigurationOf(draft);
  if (!configuration || isWorkspaceGone) {
    return { kind: 'refused', reason: sharedTexts.chooseWorkspace };
  }
  for (const [index, level] of draft.levels.entries()) {
    const fault = nameFaultOf(draft, level);
    if (!fault) continue;
    const place = texts.levelNumber(index + 1);
    return { kind: 'refused', reason: `${place}: ${levelNameTexts[fault]}` };
  }
  return { kind: 'ready', configuration };
}
