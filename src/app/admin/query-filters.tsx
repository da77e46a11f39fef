import { Box, Inline, Select, Textfield, xcss } from '@forge/react';
import { LabelledField } from '../field-configuration/labelled-field';
import { chosenValues } from '../object-picker/picker-options';
import { queryStateKinds } from './query-state';
import { storedQueryTexts as texts } from './query-texts';
import { queryOrders, type QueryChoice, type ShownQuery } from './shown-queries';
import type { PageFormats } from '../object-display/use-page-formats';

/** Side by side where there is room; a narrow screen gives each its whole width. */
const wide = xcss({ width: '240px', maxWidth: '400px', flexGrow: 1 });
const states = ['all', ...queryStateKinds] as const;

interface QueryFiltersProps {
  readonly queries: readonly ShownQuery[];
  readonly choice: QueryChoice;
  readonly formats: PageFormats;
  readonly onChoose: (choice: QueryChoice) => void;
}

/** What the table shows, and in which order. */
export function QueryFilters({ queries, choice, formats, onChoose }: QueryFiltersProps) {
  const stateOptions = states
    .map((value) => ({ value, count: countOf(queries, value) }))
    .filter(({ value, count }) => value === 'all' || value === choice.state || count > 0)
    .map(({ value, count }) => ({
      value,
      label: texts.stateOption(
        value === 'all' ? texts.everyState : texts.stateNames[value],
        formats.number(count),
      ),
    }));
  const orderOptions = queryOrders.map((value) => ({ value, label: texts.orderNames[value] }));
  return (
    <Inline space="space.150" rowSpace="space.100" shouldWrap>
      <Box xcss={wide}>
        <LabelledField id="query-text" label={texts.filterLabel}>
          <Textfield
            id="query-text"
            testId="query-text"
            placeholder={texts.filterPlaceholder}
            value={choice.text}
            onChange={({ target }) => onChoose({ ...choice, text: String(target.value ?? '') })}
          />
        </LabelledField>
      </Box>
      <OptionField
        id="query-state"
        label={texts.stateLabel}
        options={stateOptions}
        chosen={choice.state}
        onChoose={(state) => onChoose({ ...choice, state })}
      />
      <OptionField
        id="query-order"
        label={texts.orderLabel}
        options={orderOptions}
        chosen={choice.order}
        onChoose={(order) => onChoose({ ...choice, order })}
      />
    </Inline>
  );
}

function countOf(queries: readonly ShownQuery[], state: QueryChoice['state']): number {
  if (state === 'all') return queries.length;
  return queries.filter((shown) => shown.state.kind === state).length;
}

interface OptionFieldProps<Value extends string> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function OptionField<Value extends string>(props: OptionFieldProps<Value>) {
  const { id, label, options, chosen, onChoose } = props;
  return (
    <Box xcss={wide}>
      <LabelledField id={id} label={label}>
        <Select
          inputId={id}
          testId={id}
          options={[...options]}
          value={options.find(({ value }) => value === chosen) ?? null}
          onChange={(reported) => {
            const [picked] = chosenValues(reported);
            const option = options.find(({ value }) => value === picked);
            if (option) onChoose(option.value);
          }}
        />
      </LabelledField>
    </Box>
  );
}
