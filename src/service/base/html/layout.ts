import { createHash } from 'node:crypto';
import { html, Markup } from './markup';
import { style } from './style';

const serviceName = 'Workspace Data Service';

/** A whole page with one card: the name of the service, then `content`. */
export function renderPage(
  title: string,
  content: Markup,
  { isWide = false }: { readonly isWide?: boolean } = {},
): string {
  const main = html`<main ${isWide ? html`class="wide"` : undefined}>
    <p class="service">${serviceName}</p>
    ${content}
  </main>`;
  return renderDocument(title, styleElement(), main);
}

/** @param head what brings its style */
export function renderDocument(title: string, head: Markup, body: Markup): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} - ${serviceName}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      ${head}
    </head>
    <body>
      ${body}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

/** Written in one piece: the policy below allows exactly this text. */
function styleElement(): Markup {
  return new Markup(`<style>${style}</style>`);
}

/** Runs only where {@link pageHeaders} allows the same script. */
export function renderScript(script: string): Markup {
  return new Markup(`<script>${script}</script>`);
}

export interface PagePolicy {
  /** Origins besides this service that a form may lead to, over its redirects too. */
  readonly formTargets?: readonly string[] | undefined;
  /** The one script that runs; none if absent. */
  readonly script?: string | undefined;
}

/** Headers of a page of {@link renderPage}: nothing is loaded from anywhere. */
export function pageHeaders({ formTargets, script }: PagePolicy = {}): Record<string, string> {
  const sources = [
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
  ];
  return documentHeaders(sources, formTargets);
}

/**
 * Headers of a page that nobody may frame: it shows what the signed-in person may see.
 * @param sources the directives of what it loads; nothing else is
 */
export function documentHeaders(
  sources: readonly string[],
  formTargets: readonly string[] = [],
): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      ...sources,
      ["form-action 'self'", ...formTargets].join(' '),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
