import ForgeReconciler, {
  Button,
  CodeBlock,
  HelperMessage,
  Inline,
  Spinner,
  Stack,
  List,
  ListItem,
  SectionMessage,
  Text,
} from '@forge/react';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../object-display/use-formats';
import {
  AttributesFields,
  Columns,
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
  PortalUseField,
  WorkspaceField,
  IssueCount,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import type { AttributeLists } from '../field-configuration/configured-attributes';
import { readImport, ConfigurationActions } from '../field-configuration/configuration-actions';
import { useLatestDraft } from '../field-screen/use-field-draft';
import { isolated } from '../object-display/formats';
import type { ObjectSearch } from '../object-picker/use-object-search';
import { queryEditorTexts } from '../query-editor/query-texts';
import { callResolver } from '../screen/call-resolver';
import { changeCascade, valueChangesOf, type ValueChange } from './cascade-draft';
import {
  type CascadeConfigForm,
  faultsOf,
  verdictOfLevels,
  useCascadeConfigForm,
} from './use-config-form';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import type { LevelFacts } from './cascade-field-contract';
import { cascadeValueOf } from './cascade-value';
import {
  cascadeConfiguration,
  levelFacts,
  type CascadeConfiguration,
  type CascadeSource,
  typesOfLevel,
} from './configuration';
import { previewLevel, previewAllowed } from './config-contract';
import { saveTexts } from './edit-texts';
import { LevelList, PathEnd, type FoundOnLevel } from './level-list';
import { Levels } from './levels';
import { selectedOn } from './selection';
import {
  useCascadeChoice,
  type CascadeChoice,
  type ChoiceDraft,
  type CascadeContent,
} from './use-cascade-choice';
import { Section } from '../screen/section';

function CascadeFieldConfig() {
  return (
    <ConfigurationScreen schema={cascadeConfiguration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<CascadeConfiguration>) {
  const { saved, workspaces } = start;
  const form = useCascadeConfigForm(start);
  const { draft, load, change, types, check, prepared } = form;
  return (
    <Stack space="space.300">
      <FindingsNotice findings={form.findings} />
      <Columns preview={<LevelPreview form={form} />}>
        <Section title={sharedTexts.offer}>
          <WorkspaceField
            choices={workspaces}
            workspaceId={draft.workspaceId}
            savedWorkspaceId={saved?.workspaceId}
            onChoose={(workspaceId) => change({ kind: 'workspaceChosen', workspaceId })}
          />
          {draft.workspaceId !== undefined && !check.trouble && types.notice}
          {draft.workspaceId !== undefined && <Levels form={form} />}
          {saved && <ValueChangesNotice changes={valueChangesOf(saved, draft)} />}
        </Section>
        {draft.workspaceId !== undefined && (
          <DisplayFields form={form} savedWorkspaceId={saved?.workspaceId} />
        )}
      </Columns>
      <ConfigurationActions
        prepared={prepared}
        check={async (asked) =>
          verdictOfLevels(
            asked,
            await check.checkNow({ ...asked, attributes: asked.attributes ?? [] }),
          )
        }
        draft={draft}
        read={(text) => readImport(text, cascadeConfiguration, texts.importParts)}
        draftOf={(configuration) => changeCascade(draft, { kind: 'imported', configuration })}
        load={load}
      />
    </Stack>
  );
}

interface DisplayFieldsProps {
  readonly form: CascadeConfigForm;
  /** Undefined where nothing is saved yet. */
  readonly savedWorkspaceId: string | undefined;
}

function DisplayFields({ form, savedWorkspaceId }: DisplayFieldsProps) {
  const { draft, change, types, results } = form;
  const [isWhole, setIsWhole] = useState(false);
  const all = types.choices;
  const ofLastLevel = typesOfLevel(draft.levels.at(-1)?.query ?? '', all ?? []);
  return (
    <>
      {all && (
        <Section title={sharedTexts.display}>
          <AttributesFields
            lists={draft}
            types={isWhole ? all : ofLastLevel}
            isNew={savedWorkspaceId !== draft.workspaceId}
            onChange={(lists) => change({ kind: 'attributesChosen', lists })}
          />
          {ofLastLevel.length < all.length && (
            <Stack space="space.050">
              <HelperMessage>{isWhole ? texts.allAttributes : texts.lastAttributes}</HelperMessage>
              <Inline>
                <Button spacing="compact" onClick={() => setIsWhole(!isWhole)}>
                  {isWhole ? texts.fewerAttributes : texts.moreAttributes}
                </Button>
              </Inline>
            </Stack>
          )}
        </Section>
      )}
      <PortalUseField
        offers={results.flatMap(({ result }) => (result?.kind === 'matches' ? [result.first] : []))}
        chosen={draft.portal}
        onChoose={(portal) => change({ kind: 'portalUseChosen', portal })}
      />
    </>
  );
}

/** Lets an admin walk the cascade before anyone else can, with what each level sends and finds. */
function LevelPreview({ form }: { readonly form: CascadeConfigForm }) {
  const { draft, check, lists, results } = form;
  const [isOpen, setIsOpen] = useState(false);
  // As it was checked last.
  const source = check.last?.source;
  if (draft.workspaceId === undefined) return <HelperMessage>{texts.noPreview}</HelperMessage>;
  return (
    <Stack space="space.150">
      <HelperMessage>{texts.previewHelp}</HelperMessage>
      {isOpen && source && (
        <Walk
          source={source}
          lists={lists}
          faultyLevelIds={new Set(faultsOf(results).map(({ levelId }) => levelId))}
        />
      )}
      {isOpen && !source && <Spinner size="small" label={texts.previewLoading} />}
      <Inline>
        <Button onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.closePreview : texts.openPreview}
        </Button>
      </Inline>
    </Stack>
  );
}

interface WalkProps {
  readonly source: CascadeSource;
  readonly lists: AttributeLists;
  readonly faultyLevelIds: ReadonlySet<string>;
}

function Walk({ source, lists, faultyLevelIds }: WalkProps) {
  const levels = levelFacts(source.levels);
  const choice = useWalk(source, levels);
  const held = choice.isIncomplete ? undefined : cascadeValueOf(choice.selections);
  return (
    <>
      <LevelList
        levels={levels}
        choice={choice}
        hasAutoFocus
        offers={{
          find: (levelId, selections) => (text) =>
            callResolver(previewLevel, {
              workspaceId: source.workspaceId,
              levels: [...source.levels],
              levelId,
              text,
              selections,
              attributes: [...lists.attributes],
              searchedAttributes: [...lists.searchedAttributes],
            }),
          key: JSON.stringify([source.levels, lists]),
          closed: { levelIds: faultyLevelIds, reason: texts.previewFault },
          footer: (search) => <FoundOnce search={search} />,
        }}
      />
      <PathEnd choice={choice} sayMissing={saveTexts.choose} />
      {held && <Text>{texts.holds(held.labels.map(isolated).join(', '))}</Text>}
    </>
  );
}

/** How many objects match, and the query that was sent for them: asked for without being opened. */
function FoundOnce({ search: { open, found } }: { search: ObjectSearch<FoundOnLevel> }) {
  const formats = useFormats();
  // `open` is a new function on each render, and is to run once.
  const first = useRef(open);
  useEffect(() => first.current(), []);
  if (!found) return null;
  return (
    <Stack space="space.050">
      <Text size="small">{queryEditorTexts.matches(found.total, formats.number(found.total))}</Text>
      <SentQuery text={found.query ?? ''} />
    </Stack>
  );
}

function SentQuery({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line typescript/no-deprecated -- UI Kit has no successor yet
    <CodeBlock text={text} language="text" showLineNumbers={false} shouldWrapLongLines />
  );
}

/** What is chosen in a preview, which is kept nowhere; a change of workspace begins anew. */
function useWalk(source: CascadeSource, levels: readonly LevelFacts[]): CascadeChoice {
  const { workspaceId } = source;
  const { content, isChanged, latest, show } = useLatestDraft<WalkContent>({
    workspaceId,
    ...nothingChosen,
  });
  const draft: ChoiceDraft = {
    content: onLevels(content, workspaceId, levels),
    isChanged,
    newest: () => onLevels(latest.current.content, workspaceId, levels),
    change(changed) {
      show({ content: { ...changed, workspaceId }, isChanged: true });
      return Promise.resolve();
    },
  };
  return useCascadeChoice(draft, levels, (changed) =>
    callResolver(previewAllowed, { workspaceId, levels: [...source.levels], ...changed }),
  );
}

interface WalkContent extends CascadeContent {
  readonly workspaceId: string;
}
const nothingChosen: CascadeContent = {
  selections: [],
  uncheckedLevelIds: [],
  offerlessLevelIds: [],
};

/** What is chosen on the levels that there are now. */
function onLevels(
  walk: WalkContent,
  workspaceId: string,
  levels: readonly LevelFacts[],
): CascadeContent {
  const { selections, uncheckedLevelIds, offerlessLevelIds } =
    walk.workspaceId === workspaceId ? walk : nothingChosen;
  const chosen = levels.map(({ levelId }) => ({
    levelId,
    objects: selectedOn(selections, levelId),
  }));
  return { selections: chosen, uncheckedLevelIds, offerlessLevelIds };
}

function ValueChangesNotice({ changes }: { changes: readonly ValueChange[] }) {
  if (changes.length === 0) return null;
  return (
    <SectionMessage title={texts.changesTitle}>
      <List type="unordered">
        {changes.map((valueChange) => (
          <ListItem key={valueChange.kind}>
            <Text>{changeText(valueChange)}</Text>
          </ListItem>
        ))}
      </List>
      <IssueCount />
    </SectionMessage>
  );
}

function changeText(valueChange: ValueChange): string {
  switch (valueChange.kind) {
    case 'levelsRemoved':
      return texts.levelsRemoved(listNames(valueChange.names));
    case 'lastLevelChanged':
      return texts.lastLevelChanged(valueChange.from, valueChange.to);
    case 'orderChanged':
      return texts.orderChanged;
    case 'nowSingle':
      return texts.nowSingle(listNames(valueChange.names));
  }
}

ForgeReconciler.render(<CascadeFieldConfig />);
