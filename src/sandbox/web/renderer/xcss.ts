import type { CSSProperties } from 'react';
import * as z from 'zod';

const tokenName = /^(color|elevation|space|font|radius|border)\.[\w.]+$/;

type Declarations = Readonly<Record<string, string | number>>;

const value = z.union([z.string(), z.number()]);

/**
 * The `xcss` of a UI Kit component as a style: token names become the token's CSS variable, other
 * values stay as they are. Pseudo-classes and media queries are refused.
 */
export const xcssProp = z.record(z.string(), value).transform(styleOf);

const state = z.strictObject({ backgroundColor: z.string() }).optional();

/** As `xcssProp`, with the backgrounds of a button that is hovered or pressed, which ui-kit.css applies. */
export const pressableXcssProp = z
  .object({ ':hover': state, ':active': state })
  .catchall(value)
  .transform(({ ':hover': hovered, ':active': pressed, ...declarations }) =>
    styleOf({
      ...declarations,
      ...(hovered && { '--hovered-background': hovered.backgroundColor }),
      ...(pressed && { '--pressed-background': pressed.backgroundColor }),
    }),
  );

function styleOf(declarations: Declarations): CSSProperties {
  return Object.fromEntries(
    Object.entries(declarations).map(([property, set]) => [property, cssValue(set)]),
  );
}

function cssValue(value: string | number): string | number {
  return typeof value === 'string' && tokenName.test(value) ? tokenVariable(value) : value;
}

/** The CSS variable of a design token: `color.text.subtle` is `var(--ds-text-subtle)`. */
export function tokenVariable(name: string): string {
  const short = name.replace(/^(color|elevation)\./, '');
  return `var(--ds-${short.replaceAll('.', '-')})`;
}
