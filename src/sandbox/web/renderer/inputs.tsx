import { useId } from 'react';
import { Label } from '@atlaskit/form';
import { RadioGroup } from '@atlaskit/radio';
import TextArea from '@atlaskit/textarea';
import Textfield from '@atlaskit/textfield';
import Toggle from '@atlaskit/toggle';
import * as z from 'zod';
import { callback, forwardEvent } from './callbacks';
import { children, component, elementProp, knownProps, renderElement } from './component';
import { tokenVariable } from './xcss';

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
  TextArea: component(textAreaProps, ({ props }) => (
    <TextArea
      {...props}
      {...handlers(props)}
      // Bundled, the font of the text area's other rules comes after its monospaced one.
      style={props.isMonospaced === true ? { fontFamily: tokenVariable('font.family.code') } : {}}
    />
  )),
  Checkbox: component(checkboxProps, CheckboxView),
  Toggle: component(toggleProps, ({ props }) => <Toggle {...props} {...handlers(props)} />),
  RadioGroup: component(radioGroupProps, ({ props: { testId, onChange, ...props } }) => (
    <div data-testid={testId}>
      <RadioGroup {...props} onChange={forwardEvent(onChange)} />
    </div>
  )),
};
