import { FormFooter, FormHeader, FormSection } from '@atlaskit/form';
import * as z from 'zod';
import { call, callback } from './callbacks';
import { children, component, elementProp, knownProps, renderElement } from './component';

const titled = { title: elementProp.optional(), description: elementProp.optional() };

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
  FormHeader: component(knownProps(titled), ({ props: { title, description }, node }) => (
    <FormHeader title={renderElement(title)} description={renderElement(description)}>
      {children(node)}
    </FormHeader>
  )),
  FormSection: component(knownProps(titled), ({ props: { title, description }, node }) => (
    <FormSection title={renderElement(title)} description={renderElement(description)}>
      {children(node)}
    </FormSection>
  )),
  FormFooter: component(
    knownProps({ align: z.enum(['start', 'end']).optional() }),
    ({ props: { align }, node }) => <FormFooter align={align}>{children(node)}</FormFooter>,
  ),
};
