import { createHash } from 'node:crypto';
import { html, Markup } from './markup';
import { style } from './style';

export const serviceName = 'Workspace Data Service';

/** A whole page with one card: the name of the service, then `content`. */
export function renderPage(title: string, content: Markup): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} - ${serviceName}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      ${styleElement()}
    </head>
    <body>
      <main>
        <p class="service">${serviceName}</p>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

/** Written in one piece: the policy below allows exactly this text. */
function styleElement(): Markup {
  return new Markup(`<style>${style}</style>`);
}

/**
 * Headers of a page: nothing is loaded from anywhere, nothing runs, nobody may frame it.
 * @param formTargets origins besides this service that a form may lead to, over its redirects too
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
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
