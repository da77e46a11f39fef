import ForgeReconciler, {
  HelperMessage,
  Stack,
  List,
  ListItem,
  SectionMessage,
  Text,
} from '@forge/react';
import {
  AttributesField,
  Columns,
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
  PortalUseField,
  Section,
  WorkspaceField,
  IssueCount,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { attributeLists } from '../field-configuration/configured-attributes';
import { readImport, SaveBar } from '../field-configuration/configuration-actions';
import type { Formats } from '../object-display/formats';
import { changeCascade, valueChangesOf, type ValueChange } from './cascade-draft';
import {
  type CascadeConfigForm,
  faultsOf,
  verdictOfLevels,
  useCascadeConfigForm,
} from './use-config-form';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import { cascadeConfiguration, type CascadeConfiguration } from './configuration';
import { Levels } from './levels';
import { Preview } from './preview';

/** Where an admin configures one context of the cascade field. */
function CascadeFieldConfig() {
  return (
    <ConfigurationScreen schema={cascadeConfiguration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<CascadeConfiguration>) {
  const { saved, workspaces, formats } = start;
  const form = useCascadeConfigForm(start);
  const { draft, load, change, types, check, prepared } = form;
  const isInTrouble = check.last !== undefined && check.last.reply.kind !== 'ok';
  return (
    <Stack space="space.300">
      <FindingsNotice findings={form.findings} />
      <Columns preview={<LevelPreview form={form} formats={formats} />}>
        <Section title={sharedTexts.offer}>
          <WorkspaceField
            choices={workspaces}
            workspaceId={draft.workspaceId}
            savedWorkspaceId={saved?.workspaceId}
            formats={formats}
            onChoose={(workspaceId) => change({ kind: 'workspaceChosen', workspaceId })}
          />
          {draft.workspaceId !== undefined && !isInTrouble && types.notice}
          {draft.workspaceId !== undefined && <Levels form={form} formats={formats} />}
          {saved && <ValueChangesNotice changes={valueChangesOf(saved, draft)} formats={formats} />}
        </Section>
        {draft.workspaceId !== undefined && <DisplayFields form={form} formats={formats} />}
      </Columns>
      <SaveBar
        prepared={prepared}
        check={async (asked) =>
          verdictOfLevels(
            asked,
            await check.checkNow({ ...asked, attributes: asked.attributes ?? [] }),
          )
        }
        draft={draft}
        read={(text) => readImport(text, cascadeConfiguration, texts.importParts)}
        onImport={(configuration) => {
          const next = changeCascade(draft, { kind: 'imported', configuration });
          load(next);
          return next;
        }}
      />
    </Stack>
  );
}

interface FormProps {
  readonly form: CascadeConfigForm;
  readonly formats: Formats;
}

function DisplayFields({ form, formats }: FormProps) {
  const { draft, change, types, results } = form;
  return (
    <>
      {types.choices && (
        <Section title={sharedTexts.display}>
          {attributeLists.map((list) => (
            <AttributesField
              key={list}
              list={list}
              lists={draft}
              types={types.choices ?? []}
              onChange={(lists) => change({ kind: 'attributesChosen', lists })}
            />
          ))}
        </Section>
      )}
      <PortalUseField
        offers={results.flatMap(({ result }) => (result?.kind === 'matches' ? [result.first] : []))}
        formats={formats}
        chosen={draft.portal}
        onChoose={(portal) => change({ kind: 'portalUseChosen', portal })}
      />
    </>
  );
}

function LevelPreview({ form, formats }: FormProps) {
  const { draft, check, lists, results } = form;
  if (draft.workspaceId === undefined) return <HelperMessage>{texts.noPreview}</HelperMessage>;
  return (
    <Preview
      source={check.last?.source}
      lists={lists}
      faultyLevelIds={new Set(faultsOf(results).map(({ levelId }) => levelId))}
      formats={formats}
    />
  );
}

/** Says what a changed configuration does to values that issues hold already. */
function ValueChangesNotice({
  changes,
  formats,
}: {
  changes: readonly ValueChange[];
  formats: Formats;
}) {
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
      <IssueCount formats={formats} />
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
