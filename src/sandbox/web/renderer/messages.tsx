import Badge from '@atlaskit/badge';
import EmptyState from '@atlaskit/empty-state';
import { ErrorMessage, HelperMessage, ValidMessage } from '@atlaskit/form';
import Lozenge from '@atlaskit/lozenge';
import SectionMessage, { SectionMessageAction } from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import Tag, { RemovableTag } from '@atlaskit/tag';
import TagGroup from '@atlaskit/tag-group';
import * as z from 'zod';
import { callback, call, forwardEvent } from './callbacks';
import {
  children,
  component,
  elementProp,
  knownProps,
  renderElement,
  RenderNode,
  textBelow,
} from './component';

const lozengeAppearance = z.enum([
  'default',
  'inprogress',
  'moved',
  'new',
  'removed',
  'success',
  'warning',
  'danger',
  'information',
  'neutral',
  'discovery',
]);

const badgeAppearance = z.enum([
  'added',
  'default',
  'important',
  'primary',
  'primaryInverted',
  'removed',
  'warning',
  'discovery',
  'danger',
  'neutral',
  'success',
  'information',
  'inverse',
]);

const tagColor = z.enum([
  'standard',
  'gray',
  'blue',
  'green',
  'red',
  'yellow',
  'orange',
  'lime',
  'magenta',
  'purple',
  'teal',
]);

const spinnerSize = z.union([z.number(), z.enum(['xsmall', 'small', 'medium', 'large', 'xlarge'])]);

const sectionMessageProps = knownProps({
  appearance: z.enum(['information', 'warning', 'error', 'success', 'discovery']).optional(),
  title: z.string().optional(),
  actions: z.union([elementProp, z.array(elementProp)]).optional(),
});

export const messageComponents = {
  HelperMessage: component(knownProps({}), ({ props, node }) => (
    <HelperMessage testId={props.testId}>{children(node)}</HelperMessage>
  )),
  ErrorMessage: component(knownProps({}), ({ props, node }) => (
    <ErrorMessage testId={props.testId}>{children(node)}</ErrorMessage>
  )),
  ValidMessage: component(knownProps({}), ({ props, node }) => (
    <ValidMessage testId={props.testId}>{children(node)}</ValidMessage>
  )),
  SectionMessage: component(sectionMessageProps, ({ props: { actions, title, ...rest }, node }) => {
    const elements = [actions ?? []].flat();
    return (
      <SectionMessage
        {...rest}
        {...(title === undefined ? {} : { title })}
        actions={elements.map((element, index) => (
          <span key={index}>{renderElement(element)}</span>
        ))}
      >
        {children(node)}
      </SectionMessage>
    );
  }),
  SectionMessageAction: component(
    knownProps({ onClick: callback, href: z.string().optional() }),
    ({ props: { onClick, ...rest }, node }) => (
      <SectionMessageAction {...rest} onClick={forwardEvent(onClick)}>
        {children(node)}
      </SectionMessageAction>
    ),
  ),
  EmptyState: component(
    knownProps({
      header: z.string(),
      headingLevel: z.number().optional(),
      description: elementProp.optional(),
      width: z.enum(['narrow', 'wide']).optional(),
      isLoading: z.boolean().optional(),
      primaryAction: elementProp.optional(),
      secondaryAction: elementProp.optional(),
      tertiaryAction: elementProp.optional(),
      buttonGroupLabel: z.string().optional(),
    }),
    ({ props: { description, primaryAction, secondaryAction, tertiaryAction, ...rest } }) => (
      <EmptyState
        {...rest}
        description={renderElement(description)}
        primaryAction={renderElement(primaryAction)}
        secondaryAction={renderElement(secondaryAction)}
        tertiaryAction={renderElement(tertiaryAction)}
      />
    ),
  ),
  Spinner: component(
    knownProps({
      size: spinnerSize.optional(),
      label: z.string().optional(),
      appearance: z.enum(['inherit', 'invert']).optional(),
      delay: z.number().optional(),
    }),
    ({ props }) => <Spinner {...props} label={props.label ?? 'Loading'} />,
  ),
  Lozenge: component(
    knownProps({
      appearance: lozengeAppearance.optional(),
      isBold: z.boolean().optional(),
      maxWidth: z.union([z.string(), z.number()]).optional(),
    }),
    ({ props, node }) => <Lozenge {...props}>{children(node)}</Lozenge>,
  ),
  Badge: component(
    knownProps({
      appearance: badgeAppearance.optional(),
      max: z.union([z.number(), z.literal(false)]).optional(),
    }),
    ({ props, node }) => {
      const text = textBelow(node);
      return (
        <Badge {...props}>{text === '' || Number.isNaN(Number(text)) ? text : Number(text)}</Badge>
      );
    },
  ),
  Tag: component(
    knownProps({
      text: z.string(),
      color: tagColor.optional(),
      appearance: z.enum(['default', 'rounded']).optional(),
      href: z.string().optional(),
      elemBefore: elementProp.optional(),
      removeButtonLabel: z.string().optional(),
      onAfterRemoveAction: callback,
      onBeforeRemoveAction: callback,
    }),
    ({ props: { elemBefore, onAfterRemoveAction, onBeforeRemoveAction, ...rest } }) => {
      const look = { ...rest, elemBefore: renderElement(elemBefore) };
      if (rest.removeButtonLabel === undefined) return <Tag {...look} isRemovable={false} />;
      return (
        <RemovableTag
          {...look}
          onBeforeRemoveAction={() => call(onBeforeRemoveAction) !== false}
          onAfterRemoveAction={(text) => void call(onAfterRemoveAction, text)}
        />
      );
    },
  ),
  TagGroup: component(
    knownProps({
      alignment: z.enum(['start', 'end']).optional(),
      label: z.string().optional(),
      titleId: z.string().optional(),
    }),
    ({ props: { alignment, label, titleId }, node }) => (
      <TagGroup {...{ alignment, label, titleId }}>
        {node.children.map((child) => (
          <RenderNode key={child.key} node={child} />
        ))}
      </TagGroup>
    ),
  ),
};
