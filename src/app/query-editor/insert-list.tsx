import { Select } from '@forge/react';
import { LabelledField } from '../field-configuration/labelled-field';
import { chosenValues } from '../object-picker/select-report';
import { withInsertion } from './insertions';
import { queryEditorTexts as texts } from './query-texts';
import { useInsertions } from './use-insertions';
import type { QueryVocabulary } from './vocabulary';

interface InsertListProps {
  /** Unique on the screen. */
  readonly id: string;
  readonly workspaceId: string | undefined;
  readonly query: string;
  readonly vocabulary: QueryVocabulary;
  readonly onChange: (query: string) => void;
}

/** A searchable list of what a query can go on with. */
export function InsertList({ id, workspaceId, query, vocabulary, onChange }: InsertListProps) {
  const { groups, expects, isLoading } = useInsertions(workspaceId, query, vocabulary);
  const nothing = isLoading
    ? texts.loadingInsertions
    : expects === 'value'
      ? texts.typeValue
      : texts.nothingToInsert;
  return (
    <LabelledField id={id} label={texts.insert} help={texts.insertHelp}>
      <Select
        inputId={id}
        testId={id}
        isSearchable
        isLoading={isLoading}
        spacing="compact"
        placeholder={groups.length > 0 ? texts.insertPlaceholder : nothing}
        options={groups.map(({ name, insertions }) => ({
          label: name,
          options: insertions.map(({ text, meaning }) => ({
            label: `${text} – ${meaning}`,
            value: text,
          })),
        }))}
        value={null}
        onChange={(reported) => {
          for (const text of chosenValues(reported)) onChange(withInsertion(query, text));
        }}
      />
    </LabelledField>
  );
}
