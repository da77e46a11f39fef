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
  --surface: light-dark(#ffffff, #242528); --canvas: light-dark(#f8f8f8, #18191a);
  --border: light-dark(#dddee1, #3d3f43); --field-border: light-dark(#8c8f97, #7e8188);
  --text: light-dark(#292a2e, #cecfd2); --subtle: light-dark(#505258, #a9abaf);
  --brand: light-dark(#1868db, #669df1); --brand-hovered: light-dark(#1558bc, #8fb8f6);
  --on-bold: light-dark(#ffffff, #1f1f21); --hovered: light-dark(#0515240f, #ceced912);
  --selected: light-dark(#e9f2fe, #1c2b42); --focus: light-dark(#4688ec, #8fb8f6);
  --danger: light-dark(#ae2e24, #fd9891); --danger-surface: light-dark(#ffeceb, #42221f);
  --danger-bold: light-dark(#c9372c, #f87168); --danger-bold-hovered: light-dark(#ae2e24, #fd9891);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--canvas); color: var(--text); overflow-wrap: anywhere;
  font: 14px/20px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
[hidden] { display: none; }
.service { display: flex; gap: 8px; align-items: center; margin: 0; font-weight: 600; overflow-wrap: normal; }
.service svg { flex: none; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 24px; font-weight: 600; }
h2 { margin: 32px 0 12px; font-size: 16px; line-height: 20px; font-weight: 600; }
p, ul { margin: 0 0 16px; }
ul { padding: 0 0 0 24px; }
a { color: var(--brand); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
[tabindex="-1"] { outline: none; }
.subtle { color: var(--subtle); }
.detail { font-size: 12px; line-height: 16px; margin: 24px 0 0; }
.ended { color: var(--danger); }

.card { display: grid; place-items: center; grid-template-columns: minmax(0, 1fr); min-height: 100vh; padding: 24px 16px; }
.card main {
  width: 100%; max-width: 400px; padding: 32px; background: var(--surface);
  border: 1px solid var(--border); border-radius: 8px;
}
.card main:has(.values-of-object) { width: fit-content; min-width: min(480px, 100%); max-width: 800px; }
.values-of-object ~ * { width: 0; min-width: 100%; }
.card .service { margin: 0 0 24px; color: var(--subtle); }
.card .account { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--border); }
.card .account p { flex: 1 1 200px; margin: 0; }

.skip { position: absolute; top: -64px; left: 16px; z-index: 1; padding: 8px 12px; background: var(--surface); }
.skip:focus { top: 16px; }
.shell { display: grid; grid-template-columns: 256px minmax(0, 1fr); min-height: 100vh; background: var(--surface); }
.side { border-right: 1px solid var(--border); }
.bar { display: flex; gap: 8px; align-items: center; justify-content: space-between; padding: 16px 0 16px 24px; }
.bar button { display: none; }
.shell main { container-type: inline-size; max-width: 1080px; padding: 24px 32px 48px; }
nav, nav[popover] {
  display: block; position: static; width: auto; height: auto; margin: 0; padding: 0 16px 16px;
  color: inherit; background: none; border: 0; overflow: visible;
}
nav p, nav summary { margin: 0; padding: 6px 8px; color: var(--subtle); font-size: 12px; line-height: 20px; font-weight: 600; }
nav ul { margin: 0 0 16px; padding: 0; list-style: none; }
nav li a { display: block; padding: 6px 8px; color: var(--text); text-decoration: none; border-radius: 6px; }
nav li a:hover { background: var(--hovered); }
nav li a[aria-current] { color: var(--brand); font-weight: 500; background: var(--selected); }
nav details { margin: 0; }
nav details ul { margin: 0 0 8px; padding: 4px; border: 1px solid var(--border); border-radius: 6px; }
nav .account { padding: 16px 8px 0; border-top: 1px solid var(--border); }
nav .account p { padding: 0 0 8px; font-weight: 400; line-height: 16px; }
@media (max-width: 800px) {
  .shell { display: block; }
  .side { border: 0; border-bottom: 1px solid var(--border); }
  .bar { padding: 8px 16px; }
  .bar button { display: block; }
  .shell main { padding: 24px 16px 32px; }
  .card { padding: 16px 8px; }
  .card main { padding: 24px 16px; }
  nav[popover]:popover-open {
    position: fixed; inset: 56px 8px auto auto; width: 280px; max-height: calc(100vh - 64px); padding: 16px;
    overflow-y: auto; background: var(--surface); border: 1px solid var(--border); border-radius: 8px;
    box-shadow: 0 8px 12px #1e1f2126, 0 0 1px #1e1f214f;
  }
  nav[popover]:not(:popover-open) { display: none; }
}

h1 + form { margin-top: 16px; }
form + p, form + details, form + ul { margin-top: 24px; }
form .field { margin: 0 0 16px; max-width: 400px; }
form .field:has(textarea) { max-width: 600px; }
label { display: block; margin: 0 0 4px; font-size: 12px; line-height: 16px; font-weight: 600; }
input, select, textarea {
  width: 100%; min-height: 32px; padding: 5px 8px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--field-border); border-radius: 6px;
}
select, input[type="date"] { height: 32px; }
input[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--danger); }
.field .subtle { margin: 4px 0 0; font-size: 12px; line-height: 16px; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr)); gap: 0 16px; max-width: 800px; }
.choice { display: flex; gap: 8px; align-items: center; margin: 8px 0 0; font-size: 14px; line-height: 20px; font-weight: 400; }
.choice input { width: auto; min-height: 0; margin: 0; }
fieldset { margin: 0 0 16px; padding: 8px 16px 0; border: 1px solid var(--border); border-radius: 8px; min-width: 0; max-width: 632px; }
legend { padding: 0 4px; font-weight: 600; }
fieldset .choice:last-of-type { margin-bottom: 16px; }
fieldset:has([value="everyone"]:checked) .chosen { display: none; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
.row > .field, .row > input { flex: 1 1 120px; width: auto; margin: 0; }
[role="search"] { max-width: 800px; margin: 16px 0; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 24px 0 0; }
td .actions { margin: 0; }
td > .button.danger { margin-left: -13px; }
button, .button {
  display: inline-block; padding: 5px 12px; font: inherit; font-weight: 500; color: var(--text); text-decoration: none;
  background: none; border: 1px solid var(--border); border-radius: 6px; cursor: pointer; overflow-wrap: normal;
}
button:hover, .button:hover { background: var(--hovered); }
.button.danger { color: var(--danger); border-color: transparent; }
.button.danger:hover { background: var(--danger-surface); }
button.danger { color: var(--on-bold); background: var(--danger-bold); border-color: transparent; }
button.danger:hover { background: var(--danger-bold-hovered); }
button.primary { color: var(--on-bold); background: var(--brand); border-color: transparent; }
button.primary:hover { background: var(--brand-hovered); }
.copy { display: flex; gap: 8px; align-items: start; max-width: 800px; }
.copy > :first-child { min-width: 0; }
.problem {
  margin: 16px 0; padding: 12px 16px; color: var(--danger); background: var(--danger-surface); border-radius: 6px;
}
td > .problem { margin: 4px 4px 12px; max-width: 320px; white-space: normal; }
.notice { padding: 12px 16px; margin: 0 0 16px; background: var(--selected); border-radius: 6px; }
.notice h2 { margin: 0 0 8px; }
.notice > :last-child { margin-bottom: 0; }

details { margin: 16px 0 0; }
summary {
  display: inline-flex; gap: 8px; align-items: center; padding: 6px 8px; margin: 0 0 0 -8px; font-weight: 500;
  border-radius: 6px; list-style: none; cursor: pointer;
}
summary:hover { background: var(--hovered); }
summary::-webkit-details-marker { display: none; }
summary::after {
  content: ''; flex: none; width: 6px; height: 6px; border: solid; border-width: 0 1.5px 1.5px 0;
  transform: translateY(-2px) rotate(45deg);
}
details[open] > summary::after { transform: translateY(2px) rotate(-135deg); }
details > form, details > ul, details > .table { margin-top: 8px; }
td > details { margin: 0; }

.changes { margin: 0 0 16px; padding: 0; list-style: none; }
.changes li { padding: 12px 0; border-bottom: 1px solid var(--border); }
.changes p { margin: 0; }
.changes li > p:last-child { margin-top: 4px; font-size: 12px; line-height: 16px; }
dl { margin: 0 0 16px; }
dt { color: var(--subtle); font-size: 12px; line-height: 16px; font-weight: 600; }
dd { margin: 0; white-space: pre-line; }
dd + dt { margin-top: 12px; }
.path { display: flex; flex-wrap: wrap; gap: 0 8px; margin: 0 0 4px; color: var(--subtle); }
.path > * + *::before { content: '/'; margin-right: 8px; color: var(--subtle); }
@media (min-width: 560px) {
  .values-of-object { display: grid; grid-template-columns: minmax(80px, auto) minmax(0, 1fr); gap: 12px 24px; margin: 16px 0 24px; }
  .values-of-object dt { margin: 0; max-width: 200px; line-height: 20px; grid-column: 1; }
  .values-of-object dd { grid-column: 2; }
  .values-of-object dd + dd { margin-top: -8px; }
}

.table { margin: 0 0 16px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px; text-align: left; border-bottom: 1px solid var(--border); }
td { white-space: nowrap; }
thead th { color: var(--subtle); font-size: 12px; line-height: 16px; overflow-wrap: normal; }
tbody th { font-weight: 400; min-width: 176px; }
td > p, tbody th > p { margin: 0; }
td > .long { display: block; min-width: 160px; white-space: normal; }
td > .row { min-width: 232px; }
@container (max-width: 900px) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, tbody th { display: block; }
  tr { padding: 12px 0; border-bottom: 1px solid var(--border); }
  tbody th, td { padding: 4px 0; border: 0; white-space: normal; }
  tbody th { font-weight: 600; }
  tbody th .subtle { font-weight: 400; }
  td { display: flow-root; padding-left: 112px; }
  td:empty { display: none; }
  td::before {
    content: attr(data-heading); float: left; width: 104px; margin-left: -112px;
    color: var(--subtle); font-size: 12px; font-weight: 600;
  }
  td:has(.button, button)::before { line-height: 32px; }
  td > .row, td > .long { min-width: 0; }
}
meter { display: block; width: 100%; min-width: 80px; }
${lozengeStyle}`;

const serviceName = 'Workspace Data Service';

/** The service's sign: on its pages, and on the tab of the browser. */
const sign =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#1868db"/><path d="M6 7h5v4H6zm7 0h5v4h-5zm-7 6h5v4H6z" fill="#fff"/><path d="M13.75 13.75h3.5v2.5h-3.5z" fill="none" stroke="#fff" stroke-width="1.5"/></svg>';

/** A whole page: one card with the name of the service and `content`, or `content` beside a navigation. */
export function renderPage(title: string, content: Markup, navigation?: Markup): string {
  const service = html`<p class="service">${new Markup(sign)} ${serviceName}</p>`;
  const body =
    navigation === undefined
      ? html`<div class="card">
          <main>${service} ${content}</main>
        </div>`
      : html`<a class="skip" href="#content">Skip to content</a>
          <div class="shell">
            <div class="side">
              <div class="bar">
                ${service}
                <button type="button" popovertarget="navigation">Menu</button>
              </div>
              ${navigation}
            </div>
            <main id="content" tabindex="-1">${content}</main>
          </div>`;
  return renderDocument(title, styleElement(), body);
}

/** @param head what brings its style */
export function renderDocument(title: string, head: Markup, body: Markup): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} - ${serviceName}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(sign)}" />
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

/** Headers of a page of {@link renderPage}: nothing is loaded from anywhere; its sign is part of it. */
export function pageHeaders({ formTargets, script }: PagePolicy = {}): Record<string, string> {
  const sources = [
    `style-src ${hashOf(style)}`,
    'img-src data:',
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
