import type { CSSProperties } from 'react';
import * as z from 'zod';

const tokenName = /^(color|elevation|space|font|radius|border)\.[\w.]+$/;

/**
 * The `xcss` of a UI Kit component as a style: token names become the token's CSS variable, other
 * values stay as they are. Pseudo-classes and media queries are refused.
 */
export const xcssProp = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .transform((declarations): CSSProperties =>
    Object.fromEntries(
      Object.entries(declarations).map(([property, value]) => [property, cssValue(value)]),
    ),
  );

function cssValue(value: string | number): string | number {
  return typeof value === 'string' && tokenName.test(value) ? tokenVariable(value) : value;
}

/** The CSS variable of a design token: `color.text.subtle` is `var(--ds-text-subtle)`. */
export function tokenVariable(name: string): string {
  const short = name.replace(/^(color|elevation)\./, '');
  return `var(--ds-${short.replaceAll('.', '-')})`;
}
