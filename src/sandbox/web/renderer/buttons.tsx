import Button, { LinkButton } from '@atlaskit/button/new';
import { ButtonGroup } from '@atlaskit/button';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { followInPage } from '../shell/routing';
import { callback, forwardEvent, children, component, knownProps } from './component';
import { useLocalAddress } from './text';

const appearance = z.enum(['default', 'primary', 'danger', 'warning', 'discovery', 'subtle']);
const linkAppearance = z.enum([...appearance.options, 'link', 'subtle-link']);
const spacing = z.enum(['default', 'compact', 'none']);

const buttonProps = {
  appearance: appearance.or(z.enum(['link', 'subtle-link'])).optional(),
  type: z.enum(['button', 'submit', 'reset']).optional(),
  spacing: spacing.optional(),
  autoFocus: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  isSelected: z.boolean().optional(),
  shouldFitContainer: z.boolean().optional(),
  onClick: callback,
  onFocus: callback,
  onBlur: callback,
};

const loadingButtonProps = knownProps({ ...buttonProps, isLoading: z.boolean().optional() });

const linkButtonProps = knownProps({
  href: z.string().optional(),
  target: z.string().optional(),
  appearance: linkAppearance.optional(),
  spacing: spacing.optional(),
  isDisabled: z.boolean().optional(),
  isSelected: z.boolean().optional(),
  shouldFitContainer: z.boolean().optional(),
  autoFocus: z.boolean().optional(),
  onClick: callback,
});

/** Atlaskit's button has no link look and no missing spacing any more; UI Kit still names them. */
function buttonLook(props: z.output<typeof linkButtonProps | typeof loadingButtonProps>) {
  const { appearance: named, spacing: space } = props;
  const isLink = named === 'link' || named === 'subtle-link';
  return {
    appearance: isLink ? ('subtle' as const) : named,
    spacing: space === 'default' ? ('default' as const) : space && ('compact' as const),
  };
}

function ButtonView({
  props,
  node,
}: {
  props: z.output<typeof loadingButtonProps>;
  node: Parameters<typeof children>[0];
}) {
  const { onClick, onFocus, onBlur, ...rest } = props;
  return (
    <Button
      {...rest}
      {...buttonLook(props)}
      onClick={forwardEvent(onClick)}
      onFocus={forwardEvent(onFocus)}
      onBlur={forwardEvent(onBlur)}
    >
      {children(node)}
    </Button>
  );
}

export const buttonComponents = {
  Button: component(knownProps(buttonProps), ButtonView),
  LoadingButton: component(loadingButtonProps, ButtonView),
  ButtonGroup: component(
    knownProps({
      label: z.string().optional(),
      titleId: z.string().optional(),
      appearance: appearance.optional(),
    }),
    ({ props: { label, titleId, testId }, node }) => (
      <div data-testid={testId}>
        <ButtonGroup {...(titleId === undefined ? { label: label ?? 'Actions' } : { titleId })}>
          {children(node)}
        </ButtonGroup>
      </div>
    ),
  ),
  LinkButton: component(linkButtonProps, LinkButtonView),
};

function LinkButtonView({
  props,
  node,
}: {
  props: z.output<typeof linkButtonProps>;
  node: ForgeNode;
}) {
  const { href = '', target, onClick, ...rest } = props;
  const localAddress = useLocalAddress();
  return (
    <LinkButton
      {...rest}
      {...buttonLook(props)}
      href={localAddress(href)}
      target={target}
      onClick={(event) => {
        forwardEvent(onClick)?.(event);
        if (href.startsWith('/') && target !== '_blank') followInPage(event, href);
      }}
    >
      {children(node)}
    </LinkButton>
  );
}
