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
  autoFocus: z.boolean().optional(),
  maxLength: z.number().optional(),
  minLength: z.number().optional(),
  'aria-invalid': z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
};

const textfieldProps = knownProps({
  ...inputProps,
  type: z.enum(['text', 'password']).optional(),
});

const textAreaProps = knownProps({
  ...inputProps,
  value: z.string().optional(),
  defaultValue: z.string().optional(),
  isMonospaced: z.boolean().optional(),
  minimumRows: z.number().optional(),
  resize: z.enum(['vertical', 'smart', 'none']).optional(),
  spellCheck: z.boolean().optional(),
});

const checkboxProps = knownProps({
  onChange: callback,
  label: elementProp.optional(),
  isChecked: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
});

/** A native checkbox in the theme's colors. */
function CheckboxView({ props }: { props: z.output<typeof checkboxProps> }) {
  const id = useId();
  const { label, isChecked, isDisabled, testId, onChange } = props;
  return (
    <span className="checkbox">
      <input
        type="checkbox"
        id={id}
        data-testid={testId}
        checked={isChecked}
        disabled={isDisabled}
        onChange={forwardEvent(onChange) ?? (() => undefined)}
      />
      {label !== undefined && <label htmlFor={id}>{renderElement(label)}</label>}
    </span>
  );
}

const toggleProps = knownProps({
  onChange: callback,
  id: z.string().optional(),
  isChecked: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
});

const radioGroupProps = knownProps({
  onChange: callback,
  options: z.array(
    z.strictObject({
      name: z.string().optional(),
      value: z.string().optional(),
      label: z.string().optional(),
    }),
  ),
  value: z.string().nullable().optional(),
  name: z.string().optional(),
  isDisabled: z.boolean().optional(),
});

/** The three handlers, passing plain events to the app. */
function handlers(props: { [name in keyof typeof events]?: z.output<typeof callback> }) {
  return {
    onChange: forwardEvent(props.onChange),
    onBlur: forwardEvent(props.onBlur),
    onFocus: forwardEvent(props.onFocus),
  };
}

const option = z.looseObject({
  label: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const group = z.looseObject({ label: z.string().optional(), options: z.array(option) });

const chosen = z.union([option, z.array(option), z.null()]);

const selectProps = knownProps({
  inputId: z.string().optional(),
  options: z.array(z.union([group, option])).optional(),
  value: chosen.optional(),
  inputValue: z.string().optional(),
  placeholder: z.string().optional(),
  autoFocus: z.boolean().optional(),
  menuIsOpen: z.boolean().optional(),
  defaultMenuIsOpen: z.boolean().optional(),
  closeMenuOnSelect: z.boolean().optional(),
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
  Toggle: component(toggleProps, ({ props: { onChange, ...props } }) => (
    <Toggle {...props} onChange={forwardEvent(onChange)} />
  )),
  RadioGroup: component(radioGroupProps, ({ props: { testId, onChange, ...props } }) => (
    <div data-testid={testId}>
      <RadioGroup {...props} onChange={forwardEvent(onChange)} />
    </div>
  )),
  Select: component(selectProps, SelectView),
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
