import Button, { LinkButton } from '@atlaskit/button/new';
import { ButtonGroup } from '@atlaskit/button';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { followInPage } from '../shell/routing';
import { callback, forwardEvent, children, component, knownProps } from './component';
import { useLocalAddress } from './text';

const appearance = z.enum(['default', 'primary', 'danger', 'warning', 'subtle']);
const spacing = z.enum(['default', 'compact']);

const buttonProps = {
  appearance: appearance.optional(),
  type: z.enum(['button', 'submit']).optional(),
  spacing: spacing.optional(),
  autoFocus: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  onClick: callback,
};

const loadingButtonProps = knownProps({ ...buttonProps, isLoading: z.boolean().optional() });

const linkButtonProps = knownProps({
  href: z.string().optional(),
  target: z.string().optional(),
  appearance: appearance.optional(),
  spacing: spacing.optional(),
  autoFocus: z.boolean().optional(),
  onClick: callback,
});

function ButtonView({
  props,
  node,
}: {
  props: z.output<typeof loadingButtonProps>;
  node: Parameters<typeof children>[0];
}) {
  const { onClick, ...rest } = props;
  return (
    <Button {...rest} onClick={forwardEvent(onClick)}>
      {children(node)}
    </Button>
  );
}

export const buttonComponents = {
  Button: component(knownProps(buttonProps), ButtonView),
  LoadingButton: component(loadingButtonProps, ButtonView),
  ButtonGroup: component(
    knownProps({ label: z.string().optional() }),
    ({ props: { label = 'Actions', testId }, node }) => (
      <div data-testid={testId}>
        <ButtonGroup label={label}>{children(node)}</ButtonGroup>
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
