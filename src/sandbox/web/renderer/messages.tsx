import { ErrorMessage, HelperMessage, ValidMessage } from '@atlaskit/form';
import Lozenge from '@atlaskit/lozenge';
import SectionMessage from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import ProgressBar from '@atlaskit/progress-bar';
import * as z from 'zod';
import CheckMarkIcon from '@atlaskit/icon/core/check-mark';
import CrossIcon from '@atlaskit/icon/core/cross';
import InformationCircleIcon from '@atlaskit/icon/core/information-circle';
import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusInformationIcon from '@atlaskit/icon/core/status-information';
import StatusWarningIcon from '@atlaskit/icon/core/status-warning';
import { around, children, component, knownProps, noProps } from './component';
import { tokenVariable } from './layout';

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

const spinnerSize = z.union([z.number(), z.enum(['xsmall', 'small', 'medium', 'large', 'xlarge'])]);

const sectionMessageProps = knownProps({
  appearance: z.enum(['information', 'warning', 'error', 'success', 'discovery']).optional(),
  title: z.string().optional(),
});

const glyphs = {
  'check-mark': CheckMarkIcon,
  cross: CrossIcon,
  'information-circle': InformationCircleIcon,
  'status-error': StatusErrorIcon,
  'status-information': StatusInformationIcon,
  'status-warning': StatusWarningIcon,
};

/** The glyphs of UI Kit that the sandbox draws. */
const glyphName = z.custom<keyof typeof glyphs>(
  (value) => typeof value === 'string' && Object.hasOwn(glyphs, value),
  { error: ({ input }) => `The sandbox has no glyph ${JSON.stringify(input)}` },
);

export const messageComponents = {
  HelperMessage: around(noProps, HelperMessage),
  ErrorMessage: around(noProps, ErrorMessage),
  ValidMessage: around(noProps, ValidMessage),
  SectionMessage: component(sectionMessageProps, ({ props: { title, ...rest }, node }) => (
    <SectionMessage {...rest} {...(title === undefined ? {} : { title })}>
      {children(node)}
    </SectionMessage>
  )),
  Spinner: component(
    knownProps({
      size: spinnerSize.optional(),
      label: z.string().optional(),
    }),
    ({ props }) => <Spinner {...props} label={props.label ?? 'Loading'} />,
  ),
  Lozenge: around(
    knownProps({
      appearance: lozengeAppearance.optional(),
      isBold: z.boolean().optional(),
      maxWidth: z.union([z.string(), z.number()]).optional(),
    }),
    Lozenge,
  ),
  ProgressBar: component(
    knownProps({
      value: z.number().optional(),
      isIndeterminate: z.boolean().optional(),
      ariaLabel: z.string().optional(),
    }),
    ({ props }) => <ProgressBar {...props} />,
  ),
  Icon: component(
    knownProps({
      glyph: glyphName,
      label: z.string().optional(),
      color: z.string().optional(),
      size: z.enum(['small', 'medium', 'large', 'xlarge']).optional(),
    }),
    ({ props: { glyph, label = '', color, size } }) => {
      const Glyph = glyphs[glyph];
      return (
        <span className="glyph" style={color === undefined ? {} : { color: tokenVariable(color) }}>
          <Glyph label={label} color="currentColor" size={size === 'small' ? 'small' : 'medium'} />
        </span>
      );
    },
  ),
};
