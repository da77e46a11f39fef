import { Button, CodeBlock, HelperMessage, Inline, Spinner, Stack, Text } from '@forge/react';
import { useEffect, useRef, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { type Formats, isolated } from '../object-display/formats';
import type { AttributeLists } from '../field-configuration/configured-attributes';
import type { ObjectSearch } from '../object-picker/use-object-search';
import { useLatestDraft } from '../field-screen/use-field-draft';
import { cascadeValueOf } from './cascade-value';
import { queryEditorTexts } from '../query-editor/query-texts';
import { cascadeConfigTexts as texts } from './config-texts';
import { type CascadeSource, levelFacts } from './configuration';
import { previewLevel, previewAllowed } from './config-contract';
import { LevelList, PathEnd, type FoundOnLevel } from './level-list';
import { saveTexts } from './edit-texts';
import type { LevelFacts } from './cascade-field-contract';
import { selectedOn } from './selection';
import {
  useCascadeChoice,
  type CascadeChoice,
  type ChoiceDraft,
  type CascadeContent,
} from './use-cascade-choice';

interface PreviewProps {
  /** As it was checked last; undefined before the first check. */
  readonly source: CascadeSource | undefined;
  /** What the pickers show and search beside the label. */
  readonly lists: AttributeLists;
  readonly faultyLevelIds: ReadonlySet<string>;
  readonly formats: Formats;
}

/** Lets an admin walk the cascade before anyone else can, with what each level sends and finds. */
export function Preview({ source, ...walk }: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack space="space.150">
      <HelperMessage>{texts.previewHelp}</HelperMessage>
      {isOpen && source && <Walk source={source} {...walk} />}
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
  readonly formats: Formats;
}

function Walk({ source, lists, faultyLevelIds, formats }: WalkProps) {
  const levels = levelFacts(source.levels);
  const choice = useWalk(source, levels);
  const held = choice.isIncomplete ? undefined : cascadeValueOf(choice.selections);
  return (
    <>
      <LevelList
        levels={levels}
        choice={choice}
        formats={formats}
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
          footer: (search) => <FoundOnce search={search} formats={formats} />,
        }}
      />
      <PathEnd choice={choice} sayMissing={saveTexts.choose} />
      {held && <Text>{texts.holds(held.labels.map(isolated).join(', '))}</Text>}
    </>
  );
}

interface FoundOnceProps {
  readonly search: ObjectSearch<FoundOnLevel>;
  readonly formats: Formats;
}

/** How many objects match, and the query that was sent for them: asked for without being opened. */
function FoundOnce({ search: { open, found }, formats }: FoundOnceProps) {
  // `open` is a new function on each render, and is to run once.
  const first = useRef(open);
  useEffect(() => first.current(), []);
  if (!found) return null;
  return (
    <Stack space="space.050">
      <Text size="small">
        {queryEditorTexts.matches(found.total, formats.number(String(found.total)))}
      </Text>
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
