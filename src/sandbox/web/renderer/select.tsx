import { useContext, useRef } from 'react';
import Select from '@atlaskit/select';
import type { AtlaskitSelectRefType } from '@atlaskit/select/types';
import * as z from 'zod';
import { call, callback, forwardEvent } from './callbacks';
import { component, knownProps } from './component';
import { FieldPlaceContext } from './field-place';
import { useFallbackLabel } from './labels';

const option = z.looseObject({
  label: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const group = z.looseObject({ label: z.string().optional(), options: z.array(option) });

const chosen = z.union([option, z.array(option), z.null()]);

const selectProps = knownProps({
  id: z.string().optional(),
  inputId: z.string().optional(),
  name: z.string().optional(),
  options: z.array(z.union([group, option])).optional(),
  value: chosen.optional(),
  defaultValue: chosen.optional(),
  inputValue: z.string().optional(),
  defaultInputValue: z.string().optional(),
  placeholder: z.string().optional(),
  appearance: z.enum(['default', 'subtle', 'none']).optional(),
  spacing: z.enum(['default', 'compact']).optional(),
  autoFocus: z.boolean().optional(),
  closeMenuOnScroll: z.boolean().optional(),
  closeMenuOnSelect: z.boolean().optional(),
  defaultMenuIsOpen: z.boolean().optional(),
  menuIsOpen: z.boolean().optional(),
  openMenuOnFocus: z.boolean().optional(),
  isClearable: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  isInvalid: z.boolean().optional(),
  isLoading: z.boolean().optional(),
  isMulti: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  isSearchable: z.boolean().optional(),
  onChange: callback,
  onInputChange: callback,
  onFocus: callback,
  onBlur: callback,
});

/**
 * The platform's Select: the options that the app gives are filtered by what is typed, over label
 * and value, and an app can't change that.
 */
function SelectView({ props }: { props: z.output<typeof selectProps> }) {
  const { onChange, onInputChange, onFocus, onBlur, ...rest } = props;
  const label = useFallbackLabel(props.inputId);
  const place = useContext(FieldPlaceContext);
  const select = useRef<AtlaskitSelectRefType>(null);
  const choose = (value: unknown) => {
    const control = select.current?.select?.controlRef;
    if (control && place?.kind === 'form') place.onChoice(control);
    call(onChange, value);
  };
  return (
    <Select
      {...rest}
      ref={select}
      label={label}
      menuPortalTarget={document.body}
      classNamePrefix="ui-kit-select"
      shouldPreventEscapePropagation
      onChange={choose}
      onInputChange={(value, { action, prevInputValue }) => {
        call(onInputChange, value, { action, prevInputValue });
      }}
      onFocus={forwardEvent(onFocus)}
      onBlur={forwardEvent(onBlur)}
    />
  );
}

export const selectComponents = { Select: component(selectProps, SelectView) };
