import {
  type ConfigurationStart,
  useFindings,
  useLoadedDraft,
  useTypes,
  isGone,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import {
  missingNames,
  storedLists,
  type AttributeLists,
} from '../field-configuration/configured-attributes';
import type { Prepared, ConfigurationVerdict } from '../field-configuration/configuration-actions';
import { useLiveCheck, findTemplateFault } from '../query-editor/use-live-check';
import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import {
  cascadeConfigurationOf,
  cascadeDraftOf,
  changeCascade,
  nameFaultOf,
  triedLevels,
  type CascadeChange,
  type CascadeDraft,
} from './cascade-draft';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import {
  type CascadeConfiguration,
  levelNameTexts,
  type CascadeLevel,
  type CascadeSource,
  type CheckedSource,
} from './configuration';
import { checkCascade, type LevelCheck } from './config-contract';

export type CascadeConfigForm = ReturnType<typeof useCascadeConfigForm>;

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
  // Without the types of the attributes, which are known later: nothing is tried twice.
  const shown = draft.attributes.map(({ attributeId, name }) => ({ attributeId, name }));
  const source = isCheckable
    ? { workspaceId, levels: triedLevels(draft), attributes: shown }
    : undefined;
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
  return { draft, load, change, types, lists, check, results, findings, prepared };
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

function tryCascade(source: CheckedSource): Promise<Reply<CascadeReply>> {
  const { workspaceId, levels, attributes } = source;
  return callResolver(checkCascade, {
    workspaceId,
    levels: [...levels],
    attributes: [...attributes],
  });
}

interface CascadeReply {
  readonly levels: readonly LevelCheck[];
}

interface LevelResult extends Pick<CascadeLevel, 'levelId' | 'name'> {
  readonly result: LevelCheck | undefined;
}

/** Where the service could not be asked: what is wrong whatever it would say. */
function resultsOf({ levels }: CascadeSource, reply: Reply<CascadeReply>): LevelResult[] {
  return levels.map(({ levelId, name, query }, index) => {
    const result =
      reply.kind === 'ok'
        ? reply.value.levels[index]
        : findTemplateFault(query, levels.slice(0, index));
    return { levelId, name, result };
  });
}

export function faultsOf(results: readonly LevelResult[]): readonly LevelResult[] {
  return results.filter(({ result }) => result?.kind === 'queryError');
}

export function verdictOfLevels(
  source: CascadeSource,
  reply: Reply<CascadeReply>,
): ConfigurationVerdict {
  const names = faultsOf(resultsOf(source, reply)).map(({ name }) => name);
  if (names.length > 0) {
    return { kind: 'faulty', reason: texts.correctQueries(listNames(names), names.length) };
  }
  return reply.kind === 'ok' ? { kind: 'works' } : { kind: 'unchecked', reason: texts.unchecked };
}
