import Avatar from '@atlaskit/avatar';
import ProgressBar from '@atlaskit/progress-bar';
import * as z from 'zod';
import { useSession } from '../session/session';
import { component, knownProps } from './component';
import { Glyph, glyphName } from './glyphs';
import { tokenVariable } from './xcss';

const userProps = knownProps({
  accountId: z.string(),
  hideDisplayName: z.boolean().optional(),
});

function UserView({ props }: { props: z.output<typeof userProps> }) {
  const { state } = useSession();
  const account = state.accounts.find(({ accountId }) => accountId === props.accountId);
  const name = account?.displayName ?? 'Unknown user';
  return (
    <span className="user" data-testid={props.testId}>
      <Avatar size="small" name={name} label={props.hideDisplayName === true ? name : ''} />
      {props.hideDisplayName !== true && name}
    </span>
  );
}

const progressProps = knownProps({
  value: z.number().optional(),
  isIndeterminate: z.boolean().optional(),
  ariaLabel: z.string().optional(),
  appearance: z.enum(['default', 'success', 'inverse']).optional(),
});

const length = z.union([z.string(), z.number()]);

export const mediaComponents = {
  User: component(userProps, UserView),
  ProgressBar: component(progressProps, ({ props }) => <ProgressBar {...props} />),
  Icon: component(
    knownProps({
      glyph: glyphName,
      label: z.string().optional(),
      color: z.string().optional(),
      size: z.enum(['small', 'medium', 'large', 'xlarge']).optional(),
    }),
    ({ props }) => (
      <Glyph
        name={props.glyph}
        label={props.label ?? ''}
        color={props.color === undefined ? undefined : tokenVariable(props.color)}
      />
    ),
  ),
  Image: component(
    knownProps({
      src: z.string(),
      alt: z.string().optional(),
      width: length.optional(),
      height: length.optional(),
    }),
    ({ props: { src, alt = '', width, height, testId } }) => (
      <img src={src} alt={alt} width={width} height={height} data-testid={testId} />
    ),
  ),
};
