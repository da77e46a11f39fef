import {
  Box,
  Button,
  Inline,
  List,
  ListItem,
  SectionMessage,
  Spinner,
  Stack,
  Text,
  Select,
  Link,
  RadioGroup,
  xcss,
} from '@forge/react';
import { useMemo, type ReactNode, useState, useCallback } from 'react';
import type * as z from 'zod/mini';
import { callResolver, useAnswer, useReply } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { FormatsProvider, useFormats } from '../object-display/use-formats';
import type { Reply } from '../replies/reply';
import { hasTwins } from '../object-display/present-value';
import { chosenValues } from '../object-picker/picks';
import type { ShownObject } from '../objects/objects-contract';
import { useAppPage } from '../screen/use-app-page';
import { portalUse, portalUses } from '../portal/portal-contract';
import { configurationTexts as texts } from './configuration-texts';
import {
  listWorkspaces,
  type WorkspaceChoice,
  listTypes,
  type TypeChoice,
  countIssues,
  readPortalReadiness,
} from './field-configuration-contract';
import { ChoiceField, LabelledField, optionOf } from './labelled-field';
import {
  attributeLists,
  attributesFor,
  maximumAttributes,
  unsearchedOf,
  withShownSearched,
  type AttributeList,
  type AttributeLists,
} from './configured-attributes';
import { Section } from '../screen/section';

export interface ConfigurationStart<Configuration> {
  /** Undefined where nothing, or nothing readable, is stored. */
  readonly saved: Configuration | undefined;
  readonly workspaces: readonly WorkspaceChoice[];
}

interface ConfigurationScreenProps<Configuration> {
  readonly schema: z.ZodMiniType<Configuration>;
  readonly children: (start: ConfigurationStart<Configuration>) => ReactNode;
}

/** Where an admin configures one context of a field: loads what the form needs, then draws it. */
export function ConfigurationScreen<Configuration>({
  schema,
  children,
}: ConfigurationScreenProps<Configuration>) {
  const screen = useFieldScreen();
  const loaded = useAnswer(listWorkspaces, {});
  const stored = screen?.configuration ?? undefined;
  const saved = useMemo(() => schema.safeParse(stored).data, [schema, stored]);
  if (!screen || !(loaded.value ?? loaded.trouble))
    return <Spinner size="medium" label={texts.loading} />;
  return (
    <Stack space="space.200">
      {stored !== undefined && !saved && (
        <SectionMessage appearance="warning">
          <Text>{texts.unreadable}</Text>
        </SectionMessage>
      )}
      <Loaded {...loaded} loadingText={texts.loading} connectReason={texts.connectReason}>
        {({ workspaces }) => (
          <FormatsProvider value={screen.formats}>
            {children({ saved, workspaces })}
          </FormatsProvider>
        )}
      </Loaded>
    </Stack>
  );
}

interface ColumnsProps {
  readonly children: ReactNode;
  readonly preview: ReactNode;
}

/** The form and, beside it where there is room, what comes of it. */
export function Columns({ children, preview }: ColumnsProps) {
  return (
    <Inline space="space.400" rowSpace="space.300" alignBlock="start" shouldWrap>
      <Box xcss={formColumn}>
        <Stack space="space.400">{children}</Stack>
      </Box>
      <Box xcss={previewColumn}>
        <Section title={texts.preview}>{preview}</Section>
      </Box>
    </Inline>
  );
}

const formColumn = xcss({
  width: 'min(520px, 100%)',
  maxWidth: 'min(640px, 100%)',
  minWidth: '0',
  flexGrow: 1,
});
const previewColumn = xcss({
  width: 'min(320px, 100%)',
  maxWidth: 'min(400px, 100%)',
  minWidth: '0',
  flexGrow: 1,
  padding: 'space.200',
  backgroundColor: 'elevation.surface.sunken',
  borderRadius: 'radius.large',
});

/** What an admin who comes back has to know first: what has gone, each with what to do. */
export function FindingsNotice({ findings }: { findings: readonly string[] }) {
  if (findings.length === 0) return null;
  return (
    <SectionMessage appearance="warning" title={texts.noLongerWorks}>
      <List type="unordered">
        {findings.map((finding) => (
          <ListItem key={finding}>
            <Text>{finding}</Text>
          </ListItem>
        ))}
      </List>
    </SectionMessage>
  );
}

export function useLoadedDraft<Draft extends object>(initial: () => Draft) {
  const [draft, setDraft] = useState(initial);
  const [loaded, setLoaded] = useState(draft);
  /** Puts another one, such as one that was imported, in the place of what was loaded. */
  function load(next: Draft) {
    setDraft(next);
    setLoaded(next);
  }
  // `isAsLoaded` holds until the admin changes something.
  return { draft, setDraft, load, isAsLoaded: draft === loaded };
}

/**
 * What was found of a configuration as it was loaded. It stays while that is corrected, so that
 * nothing above moves under the hands of who is typing.
 */
export function useFindings(current: readonly string[], isAsLoaded: boolean): readonly string[] {
  const [kept, keep] = useState(current);
  if (!isAsLoaded) return kept;
  if (JSON.stringify(kept) !== JSON.stringify(current)) keep(current);
  return current;
}

/** The types of a workspace, or what to show instead of them. */
export function useTypes(workspaceId: string | undefined) {
  const load = useCallback(async (): Promise<Reply<{ types?: TypeChoice[] }>> => {
    if (workspaceId === undefined) return { kind: 'ok', value: {} };
    return callResolver(listTypes, { workspaceId });
  }, [workspaceId]);
  const loaded = useReply(load);
  const notice = (
    <Loaded {...loaded} loadingText={texts.loading} connectReason={texts.connectReason} />
  );
  return { choices: loaded.value?.types, notice };
}

interface WorkspaceFieldProps {
  readonly choices: readonly WorkspaceChoice[];
  readonly workspaceId: string | undefined;
  /** Undefined where nothing is saved yet. */
  readonly savedWorkspaceId: string | undefined;
  readonly onChoose: (workspaceId: string) => void;
}

export function WorkspaceField(props: WorkspaceFieldProps) {
  const { choices, workspaceId, savedWorkspaceId, onChoose } = props;
  const isChanged = savedWorkspaceId !== undefined && workspaceId !== savedWorkspaceId;
  const savedChoice = choices.find(({ id }) => id === savedWorkspaceId);
  return (
    <>
      <ChoiceField
        id="workspace"
        label={texts.workspaceLabel}
        help={choices.length === 0 ? texts.noWorkspaces : undefined}
        error={isGone(choices, workspaceId) ? texts.notAmongWorkspaces : undefined}
        placeholder={texts.workspacePlaceholder}
        choices={choices}
        chosenId={workspaceId}
        onChoose={onChoose}
      />
      {isChanged && (
        <SectionMessage appearance="warning" title={texts.workspaceChanged}>
          <Text>{texts.workspaceChange(savedChoice?.name)}</Text>
          <IssueCount />
        </SectionMessage>
      )}
    </>
  );
}

/** About how many issues a change touches; nothing where that can't be found out. */
export function IssueCount() {
  const formats = useFormats();
  const count = useAnswer(countIssues, {}).value?.count;
  if (count === undefined) return null;
  return <Text>{texts.issueCount(count, formats.number(count))}</Text>;
}

export function isGone(choices: readonly { id: string }[], id: string | undefined): boolean {
  return id !== undefined && !choices.some((choice) => choice.id === id);
}

interface AttributesFieldsProps {
  readonly lists: AttributeLists;
  /** With several, each attribute is offered with the name of its type. */
  readonly types: readonly TypeChoice[];
  /** Whether nothing of it is saved yet: then what is shown is searched too. */
  readonly isNew: boolean;
  readonly onChange: (lists: Partial<AttributeLists>) => void;
}

/** Lets an admin choose which attributes stand beside a label, and which are searched beside it. */
export function AttributesFields({ isNew, onChange, ...props }: AttributesFieldsProps) {
  const { lists, types } = props;
  const [timesAdded, setTimesAdded] = useState(0);
  const unsearched = isNew ? [] : unsearchedOf(lists, types);
  const change = (changed: Partial<AttributeLists>) =>
    onChange(isNew ? withShownSearched(lists, changed, types) : changed);
  return (
    <>
      {attributeLists.map((list) => (
        <AttributesField
          key={list === 'searchedAttributes' ? `${list} ${timesAdded}` : list}
          {...props}
          list={list}
          hasAutoFocus={list === 'searchedAttributes' && timesAdded > 0}
          onChange={change}
        />
      ))}
      {unsearched.length > 0 && (
        <Inline>
          <Button
            onClick={() => {
              setTimesAdded(timesAdded + 1);
              onChange({ searchedAttributes: [...lists.searchedAttributes, ...unsearched] });
            }}
          >
            {texts.searchShown(unsearched.map(({ name }) => name))}
          </Button>
        </Inline>
      )}
    </>
  );
}

interface AttributesFieldProps extends Omit<AttributesFieldsProps, 'isNew'> {
  readonly list: AttributeList;
  /** Takes the focus of the button that has added to the list, which goes with that. */
  readonly hasAutoFocus: boolean;
}

function AttributesField({ list, lists, types, hasAutoFocus, onChange }: AttributesFieldProps) {
  const isFull = lists[list].length >= maximumAttributes;
  const chosen = lists[list].map(({ attributeId: id, name }) => ({ id, name }));
  const choices = types.flatMap((type) =>
    attributesFor(list, type).map(({ id, name }) => {
      const label = types.length > 1 ? `${name} (${type.name})` : name;
      return { id, name, label };
    }),
  );
  const offered = [...chosen, ...choices];
  return (
    <LabelledField
      id={list}
      label={texts.attributesLabel[list]}
      help={isFull ? texts.attributesFull : texts.attributesHelp[list]}
    >
      <Select
        inputId={list}
        testId={list}
        isMulti
        isSearchable
        autoFocus={hasAutoFocus}
        placeholder={texts.attributesPlaceholder}
        options={isFull ? [] : choices.map(({ id, label }) => optionOf({ id, name: label }))}
        value={chosen.map(optionOf)}
        onChange={(reported) => {
          const attributes = chosenValues(reported).flatMap((attributeId) => {
            const found = offered.find(({ id }) => id === attributeId);
            return found ? [{ attributeId, name: found.name }] : [];
          });
          onChange({ [list]: attributes.slice(0, maximumAttributes) });
        }}
      />
    </LabelledField>
  );
}

interface PortalUseFieldProps {
  /** What people can pick, as far as it is known: the first objects of each picker, as it shows them. */
  readonly offers: readonly (readonly ShownObject[])[];
  readonly chosen: (typeof portalUses)[number];
  readonly onChoose: (chosen: PortalUseFieldProps['chosen']) => void;
}

export function PortalUseField({ offers, chosen, onChoose }: PortalUseFieldProps) {
  const formats = useFormats();
  const seen = chosen === 'labels' ? offers.map(withoutAttributes) : offers;
  return (
    <Section title={texts.portal}>
      <LabelledField id="portal" label={texts.portalLabel} help={texts.portalHelp}>
        <RadioGroup
          name="portal"
          testId="portal"
          value={chosen}
          options={portalUses.map((value) => ({
            name: 'portal',
            value,
            label: texts.portalUses[value],
          }))}
          onChange={({ target }) => onChoose(portalUse.parse(target.value))}
        />
      </LabelledField>
      {chosen !== 'nothing' && (
        <SectionMessage appearance="warning">
          <Text>{texts.portalMeaning}</Text>
          {seen.some((objects) => hasTwins(objects, formats)) && <Text>{texts.portalTwins}</Text>}
          <TokenNeed />
        </SectionMessage>
      )}
    </Section>
  );
}

function withoutAttributes(objects: readonly ShownObject[]): readonly ShownObject[] {
  return objects.map((object) => ({ ...object, attributes: [] }));
}

/** Says that a token is missing; nothing where one is saved, or that can't be found out. */
function TokenNeed() {
  const { value } = useAnswer(readPortalReadiness, {});
  const address = useAppPage('admin');
  if (!value || value.hasToken) return null;
  return (
    <Text>
      {texts.portalNeedsToken}{' '}
      {address !== undefined && (
        <Link href={address} openNewTab>
          {texts.portalTokenLink}
        </Link>
      )}
    </Text>
  );
}
