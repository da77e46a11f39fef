import { createHash } from 'node:crypto';
import { html, Markup } from './markup';

/** The look of options and states on every page; colors are Atlassian’s design tokens, light and dark. */
export const lozengeStyle = `
.lozenge {
  display: inline-block;
  max-width: 200px;
  padding: 1px 4px;
  overflow: hidden;
  font-size: 12px;
  line-height: 16px;
  text-overflow: ellipsis;
  white-space: nowrap;
  vertical-align: top;
  border: 1px solid;
  border-radius: 4px;
}
.lozenge-gray {
  color: light-dark(#292a2e, #cecfd2);
  background: light-dark(#0515240f, #ceced912);
  border-color: light-dark(#0b120e24, #e3e4f21f);
}
.lozenge-blue {
  color: light-dark(#123263, #cfe1fd);
  background: light-dark(#cfe1fd, #123263);
  border-color: light-dark(#8fb8f6, #1558bc);
}
.lozenge-green {
  color: light-dark(#37471f, #d3f1a7);
  background: light-dark(#d3f1a7, #37471f);
  border-color: light-dark(#b3df72, #4c6b1f);
}
.lozenge-yellow {
  color: light-dark(#693200, #fce4a6);
  background: light-dark(#fce4a6, #693200);
  border-color: light-dark(#fbc828, #9e4c00);
}
.lozenge-red {
  color: light-dark(#5d1f1a, #ffd5d2);
  background: light-dark(#ffd5d2, #5d1f1a);
  border-color: light-dark(#fd9891, #ae2e24);
}
.lozenge-purple {
  color: light-dark(#48245d, #eed7fc);
  background: light-dark(#eed7fc, #48245d);
  border-color: light-dark(#d8a0f7, #803fa5);
}
`;

/** The look of all pages; colors are Atlassian's design tokens, named once for light and once for dark. */
const style = `
:root {
  color-scheme: light dark;
  --surface: #ffffff; --canvas: #f8f8f8; --border: #dddee1; --field-border: #8c8f97;
  --text: #292a2e; --subtle: #505258; --brand: #1868db; --brand-hovered: #1558bc;
  --on-brand: #ffffff; --neutral: #f0f1f2; --neutral-hovered: #dddee1;
  --danger: #ae2e24; --danger-surface: #ffeceb; --focus: #4688ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #242528; --canvas: #18191a; --border: #3d3f43; --field-border: #7e8188;
    --text: #cecfd2; --subtle: #a9abaf; --brand: #669df1; --brand-hovered: #8fb8f6;
    --on-brand: #1f1f21; --neutral: #303134; --neutral-hovered: #3d3f43;
    --danger: #fd9891; --danger-surface: #42221f; --focus: #8fb8f6;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  grid-template-columns: minmax(0, 1fr);
  background: var(--canvas); color: var(--text); overflow-wrap: anywhere;
  font: 14px/20px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 32px; background: var(--surface);
  border: 1px solid var(--border); border-radius: 8px;
}
main.wide { max-width: 1000px; }
@media (max-width: 480px) {
  body { padding: 16px 8px; }
  main { padding: 24px 16px; }
}
.service { margin: 0 0 24px; color: var(--subtle); font-weight: 600; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 24px; font-weight: 600; }
h2 { margin: 32px 0 8px; font-size: 16px; line-height: 20px; font-weight: 600; }
p { margin: 0 0 16px; }
.subtle { color: var(--subtle); }
.detail { font-size: 12px; line-height: 16px; margin: 24px 0 0; }
label { display: block; margin: 16px 0 4px; font-size: 12px; line-height: 16px; font-weight: 600; }
input, select, textarea {
  width: 100%; padding: 8px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--field-border); border-radius: 4px;
}
.choice { display: flex; align-items: center; gap: 8px; font-size: inherit; font-weight: 400; line-height: inherit; }
.choice input { width: auto; margin: 0; }
input[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--danger); }
ul { margin: 0 0 16px; padding: 12px 16px 12px 32px; border: 1px solid var(--border); border-radius: 4px; }
nav { margin: 16px 0 24px; padding: 0 0 8px; border-bottom: 1px solid var(--border); }
nav p { margin: 0; color: var(--subtle); font-size: 12px; line-height: 16px; font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 12px; padding: 0; border: 0; list-style: none; }
nav summary { margin: 0 0 4px; }
[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.changes { margin: 0 0 16px; padding: 0; list-style: none; }
.changes li { padding: 12px 0; border-bottom: 1px solid var(--border); }
.changes p { margin: 0; }
dl { margin: 0 0 16px; }
dt { color: var(--subtle); font-size: 12px; line-height: 16px; font-weight: 600; }
dd { margin: 0; white-space: pre-line; }
dd + dt { margin-top: 12px; }
form + p, section + p { margin-top: 24px; }
td > p, tbody th > p { margin: 0; }
form + details { margin-top: 16px; }
select + p, textarea + p { margin: 4px 0 0; }
td > * + details, td > * + form { margin-top: 8px; }
.problem {
  margin: 16px 0; padding: 12px 16px; color: var(--danger); background: var(--danger-surface);
  border-radius: 4px;
}
td > .problem { margin: 4px 4px 12px; max-width: 320px; white-space: normal; }
.notice { padding: 16px; margin: 0 0 16px; border: 1px solid var(--brand); border-radius: 4px; }
.notice h2 { margin: 0 0 8px; }
.copy { display: flex; gap: 8px; }
.table { margin: 0 0 16px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--border); }
td { white-space: nowrap; }
thead th { color: var(--subtle); font-size: 12px; line-height: 16px; overflow-wrap: normal; }
tbody th { font-weight: 400; min-width: 176px; }
td > .long { display: block; min-width: 160px; white-space: normal; }
.ended { color: var(--danger); }
summary { color: var(--brand); cursor: pointer; }
fieldset { margin: 24px 0 0; padding: 8px 16px 16px; border: 1px solid var(--border); border-radius: 4px; min-width: 0; }
legend { padding: 0 4px; font-weight: 600; }
.choice { display: flex; gap: 8px; align-items: center; margin: 8px 0 0; font-size: 14px; line-height: 20px; font-weight: 400; }
.choice input { width: auto; margin: 0; }
fieldset:has([value="everyone"]:checked) .chosen { display: none; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.row select, .row input { flex: 1 1 120px; width: auto; }
td > .row { min-width: 232px; }
[role="search"] { margin: 0 0 16px; }
details p { margin: 8px 0; white-space: normal; min-width: 160px; }
@media (max-width: 1040px) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, tbody th { display: block; }
  tr { padding: 12px 0; border-bottom: 1px solid var(--border); }
  tbody th, td { padding: 4px 0; border: 0; white-space: normal; }
  tbody th { font-weight: 600; }
  tbody th p { margin: 0; }
  tbody th .subtle { font-weight: 400; }
  td { display: flow-root; padding-left: 112px; }
  td::before {
    content: attr(data-heading); float: left; width: 104px; margin-left: -112px;
    color: var(--subtle); font-size: 12px; font-weight: 600;
  }
  details p, td > .row, td > .long { min-width: 0; }
}
meter { display: block; width: 100%; min-width: 80px; }
.account { display: flex; margin-top: 24px; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
.account p { flex: 1 1 200px; margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0 0; }
button {
  padding: 8px 16px; font: inherit; font-weight: 500; color: var(--text);
  background: var(--neutral); border: 0; border-radius: 4px; cursor: pointer; overflow-wrap: normal;
}
button:hover { background: var(--neutral-hovered); }
[hidden] { display: none; }
button.danger { color: var(--danger); background: var(--danger-surface); }
button.primary { color: var(--on-brand); background: var(--brand); }
button.primary:hover { background: var(--brand-hovered); }
a { color: var(--brand); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
${lozengeStyle}`;

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

/** No template formats it: the policy below allows exactly this text. */
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
