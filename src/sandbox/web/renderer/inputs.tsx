import { useId, useContext, useRef } from 'react';
import { Label } from '@atlaskit/form';
import { RadioGroup } from '@atlaskit/radio';
import TextArea from '@atlaskit/textarea';
import Textfield from '@atlaskit/textfield';
import Toggle from '@atlaskit/toggle';
import * as z from 'zod';
import Select from '@atlaskit/select';
import type { AtlaskitSelectRefType } from '@atlaskit/select/types';
import {
  callback,
  forwardEvent,
  children,
  component,
  elementProp,
  knownProps,
  renderElement,
  call,
} from './component';
import { FieldPlaceContext, useFallbackLabel } from './field-place';

const events = { onChange: callback, onBlur: callback, onFocus: callback };

const inputProps = {
  ...events,
  id: z.string().optional(),
  name: z.string().optional(),
  value: z.union([z.string(), z.number()]).optional(),
  defaultValue: z.union([z.string(), z.number()]).optional(),
  placeholder: z.string().optional(),
  isDisabled: z.boolean().optional(),
  isInvalid: z.boolean().optional(),
  isReadOnly: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  isMonospaced: z.boolean().optional(),
  autoFocus: z.boolean().optional(),
  maxLength: z.number().optional(),
  minLength: z.number().optional(),
  appearance: z.enum(['standard', 'subtle', 'none']).optional(),
  'aria-labelledby': z.string().optional(),
  'aria-invalid': z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
};

const textfieldProps = knownProps({
  ...inputProps,
  type: z.enum(['text', 'number', 'password', 'email', 'url', 'tel', 'search']).optional(),
  isCompact: z.boolean().optional(),
  width: z.union([z.string(), z.number()]).optional(),
  min: z.union([z.string(), z.number()]).optional(),
  max: z.union([z.string(), z.number()]).optional(),
  pattern: z.string().optional(),
});

const textAreaProps = knownProps({
  ...inputProps,
  value: z.string().optional(),
  defaultValue: z.string().optional(),
  isCompact: z.boolean().optional(),
  minimumRows: z.number().optional(),
  maxHeight: z.string().optional(),
  resize: z.enum(['auto', 'vertical', 'horizontal', 'smart', 'none']).optional(),
  spellCheck: z.boolean().optional(),
});

const checkboxProps = knownProps({
  ...events,
  id: z.string().optional(),
  name: z.string().optional(),
  value: z.union([z.string(), z.number()]).optional(),
  label: elementProp.optional(),
  isChecked: z.boolean().optional(),
  defaultChecked: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  isInvalid: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  isIndeterminate: z.boolean().optional(),
  'aria-labelledby': z.string().optional(),
});

/** A native checkbox in the theme's colors. */
function CheckboxView({ props }: { props: z.output<typeof checkboxProps> }) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const { label, isChecked, isDisabled, isInvalid, isRequired, isIndeterminate, testId } = props;
  return (
    <span className="checkbox">
      <input
        type="checkbox"
        id={id}
        name={props.name}
        value={props.value}
        data-testid={testId}
        checked={isChecked}
        defaultChecked={props.defaultChecked}
        disabled={isDisabled}
        required={isRequired}
        aria-invalid={isInvalid}
        aria-labelledby={props['aria-labelledby']}
        ref={(input) => {
          if (input !== null) input.indeterminate = isIndeterminate === true;
        }}
        onChange={forwardEvent(props.onChange) ?? (() => undefined)}
        onBlur={forwardEvent(props.onBlur)}
        onFocus={forwardEvent(props.onFocus)}
      />
      {label !== undefined && <label htmlFor={id}>{renderElement(label)}</label>}
    </span>
  );
}

const toggleProps = knownProps({
  ...events,
  id: z.string().optional(),
  name: z.string().optional(),
  value: z.string().optional(),
  label: z.string().optional(),
  size: z.enum(['regular', 'large']).optional(),
  isChecked: z.boolean().optional(),
  defaultChecked: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
});

const radioGroupProps = knownProps({
  onChange: callback,
  options: z.array(
    z.strictObject({
      name: z.string().optional(),
      value: z.string().optional(),
      label: z.string().optional(),
      isDisabled: z.boolean().optional(),
      testId: z.string().optional(),
    }),
  ),
  value: z.string().nullable().optional(),
  defaultValue: z.string().nullable().optional(),
  name: z.string().optional(),
  isDisabled: z.boolean().optional(),
  isInvalid: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  'aria-labelledby': z.string().optional(),
});

/** The three handlers, passing plain events to the app. */
function handlers(props: { [name in keyof typeof events]?: z.output<typeof callback> }) {
  return {
    onChange: forwardEvent(props.onChange),
    onBlur: forwardEvent(props.onBlur),
    onFocus: forwardEvent(props.onFocus),
  };
}

export const inputComponents = {
  Label: component(
    knownProps({ labelFor: z.string(), id: z.string().optional() }),
    ({ props: { labelFor, ...rest }, node }) => (
      <Label {...rest} htmlFor={labelFor}>
        {children(node)}
      </Label>
    ),
  ),
  Textfield: component(textfieldProps, ({ props }) => (
    <Textfield {...props} {...handlers(props)} />
  )),
  TextArea: component(textAreaProps, ({ props }) => <TextArea {...props} {...handlers(props)} />),
  Checkbox: component(checkboxProps, CheckboxView),
  Toggle: component(toggleProps, ({ props }) => <Toggle {...props} {...handlers(props)} />),
  RadioGroup: component(radioGroupProps, ({ props: { testId, onChange, ...props } }) => (
    <div data-testid={testId}>
      <RadioGroup {...props} onChange={forwardEvent(onChange)} />
    </div>
  )),
};

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

export const formComponents = {
  Form: component(knownProps({ onSubmit: callback }), ({ props, node }) => (
    <form
      noValidate
      data-testid={props.testId}
      onSubmit={(event) => {
        event.preventDefault();
        // A form of an app inside a form of the page is submitted alone.
        event.stopPropagation();
        call(props.onSubmit);
      }}
    >
      {children(node)}
    </form>
  )),
};
