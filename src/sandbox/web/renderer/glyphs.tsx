import CheckMarkIcon from '@atlaskit/icon/core/check-mark';
import CrossIcon from '@atlaskit/icon/core/cross';
import InformationCircleIcon from '@atlaskit/icon/core/information-circle';
import * as z from 'zod';
import { component, knownProps } from './component';
import { tokenVariable } from './xcss';

const glyphs = {
  'check-mark': CheckMarkIcon,
  cross: CrossIcon,
  'information-circle': InformationCircleIcon,
};

/** The glyphs of UI Kit that the sandbox draws. */
const glyphName = z.custom<keyof typeof glyphs>(
  (value) => typeof value === 'string' && Object.hasOwn(glyphs, value),
  { error: ({ input }) => `The sandbox has no glyph ${JSON.stringify(input)}` },
);

export const iconComponents = {
  Icon: component(
    knownProps({
      glyph: glyphName,
      label: z.string().optional(),
      color: z.string().optional(),
      size: z.enum(['small', 'medium', 'large', 'xlarge']).optional(),
    }),
    ({ props: { glyph, label = '', color } }) => {
      const Glyph = glyphs[glyph];
      return (
        <span className="glyph" style={color === undefined ? {} : { color: tokenVariable(color) }}>
          <Glyph label={label} color="currentColor" />
        </span>
      );
    },
  ),
};
