/**
 * The page inside a frame: it gets a token from the page around it, by messages that nobody else
 * can send or read, and shows what the service answers. Neither the token nor the session that it
 * is exchanged for ever leaves the memory of this script.
 * @see docs/service-api.md, "Embedding a page"
 */
const connectTimeoutMs = 10_000;
const replyTimeoutMs = 30_000;
const retryAfterMs = 10_000;
const searchDelayMs = 250;
const requestTimeoutMs = 30_000;

const main = document.querySelector('main');
const announcement = document.getElementById('announcement');
const parentOrigins = JSON.parse(main.dataset.parentOrigins);

const texts = {
  outside: ['This page can only be opened inside Jira', 'Open it as a tab of a project there.'],
  expired: ['This page was open for too long', 'Load it again to see it as it is now.'],
  revoked: ['You can’t open this page', 'Ask whoever runs the site for access.'],
  gone: ['This page no longer exists', 'It was deleted, or you can no longer open it.'],
  busy: ['The service is busy', 'Try again in a few minutes.'],
  unreachable: ['The service can’t be reached', 'Try again in a moment.'],
  refused: ['This page couldn’t be opened', 'Try again.'],
};
const retriable = ['expired', 'busy', 'unreachable', 'refused'];

/** What the page around this one says of a token that it didn't get. */
const failureOfRefusal = {
  'no-access': 'revoked',
  'not-connected': 'revoked',
  'page-gone': 'gone',
  'service-down': 'unreachable',
  busy: 'busy',
};
const passing = ['service-down', 'busy'];

let port;
let parentOrigin;
/** Why a token was asked for that has not come yet. */
let awaited;
let replyTimer;
let session;
let renewTimer;
/** What to load as soon as there is a session: blocks by their places, `undefined` the whole page. */
const wanted = new Set([undefined]);
/** How the reader looks at the tables. */
let query = '';
/** How the reader reads dates; as the service wrote them until it is known. */
let dateFormats;
/** The loads under way, by block: a late answer doesn't replace a newer one. */
const loads = new Map();
/** Of each table: when to search for what is being typed. */
const searchTimers = new Map();

window.addEventListener('message', connect);
const connectTimer = setTimeout(() => showText('outside'), connectTimeoutMs);

function connect({ source, origin, data, ports }) {
  const isParent = source === window.parent && source !== window;
  if (port !== undefined || !isParent || !parentOrigins.includes(origin)) return;
  if (data?.type !== 'wds:connect' || data.version !== 1 || ports.length !== 1) return;
  clearTimeout(connectTimer);
  parentOrigin = origin;
  [port] = ports;
  port.onmessage = (message) => receive(message.data);
  requestToken('start');
  new ResizeObserver(() => port.postMessage({ type: 'resized', height: heightOfPage() })).observe(
    document.body,
  );
}

function requestToken(reason) {
  awaited = reason;
  clearTimeout(replyTimer);
  replyTimer = setTimeout(() => giveUp('unreachable', true), replyTimeoutMs);
  port.postMessage({ type: 'need-token', reason });
}

function receive(message) {
  switch (message?.type) {
    case 'token':
      if (awaited !== undefined && typeof message.token === 'string') void acceptToken(message);
      break;
    case 'no-token':
      if (awaited === undefined || !Object.hasOwn(failureOfRefusal, message.code)) return;
      giveUp(failureOfRefusal[message.code], passing.includes(message.code));
      break;
    case 'theme':
      setColorMode(message.colorMode);
      break;
    case 'reload':
      reload();
      break;
  }
}

function reload() {
  wanted.add(undefined);
  requestToken('reload');
}

async function acceptToken({ token, theme, locale, timeZone }) {
  awaited = undefined;
  clearTimeout(replyTimer);
  setColorMode(theme?.colorMode);
  dateFormats = findDateFormats(locale, timeZone);
  const reply = await post('/embed/session', { token, parentOrigin });
  if (!reply.ok) {
    const code = { 401: 'refused', 404: 'gone' }[reply.status];
    giveUp(code ?? faultOf(reply), code === undefined);
    return;
  }
  const { session: secret, expiresInMs, renewInMs } = reply.body;
  session = { secret, endMs: Date.now() + expiresInMs };
  renewIn(renewInMs);
  const blocks = wanted.has(undefined) ? [undefined] : [...wanted];
  wanted.clear();
  await Promise.all(blocks.map(loadContent));
}

function renewIn(delayMs) {
  clearTimeout(renewTimer);
  renewTimer = setTimeout(() => requestToken('renew'), delayMs);
}

/** What is shown stays while its session lasts and the fault may pass; else it goes at once. */
function giveUp(code, mayPass) {
  awaited = undefined;
  clearTimeout(replyTimer);
  if (mayPass && wanted.size === 0 && session && session.endMs - Date.now() > retryAfterMs) {
    renewIn(retryAfterMs);
    return;
  }
  clearTimeout(renewTimer);
  session = undefined;
  loads.clear();
  showText(code);
  port.postMessage({ type: 'failed', code });
}

/** @param asked the only block to load; the whole page if undefined, and while that is loading */
async function loadContent(asked) {
  const block = loads.has(undefined) ? undefined : asked;
  if (block === undefined) loads.clear();
  const load = {};
  loads.set(block, load);
  const section = document.getElementById(`block-${block}`);
  section?.setAttribute('aria-busy', 'true');
  const reply = await post('/embed/content', { query, block }, session?.secret);
  if (loads.get(block) !== load) return;
  loads.delete(block);
  section?.removeAttribute('aria-busy');
  if (reply.ok) show(reply.body, section);
  else if (reply.status === 401) renewFor(block);
  else if (reply.status === 404) giveUp('gone', false);
  else if (section) announce(texts[faultOf(reply)].join('. '));
  else giveUp(faultOf(reply), false);
}

/** A session may end early; one that lasted its time could not be renewed. */
function renewFor(block) {
  if (session && session.endMs <= Date.now()) {
    giveUp('expired', false);
    return;
  }
  wanted.add(block);
  if (awaited === undefined) requestToken('renew');
}

/** What keeps the service from answering, which may pass. */
function faultOf({ status }) {
  return status === 429 ? 'busy' : 'unreachable';
}

function show({ title, html, block }, section) {
  document.title = title;
  const focused = rememberFocus();
  if (block === undefined || !section) main.innerHTML = html;
  else section.outerHTML = html;
  const shown = block === undefined ? main : document.getElementById(`block-${block}`);
  for (const button of shown.querySelectorAll('[data-work-items]')) button.hidden = false;
  for (const time of shown.querySelectorAll('time')) writeDate(time);
  restoreFocus(focused, shown);
  if (block === undefined) port.postMessage({ type: 'shown', title, height: heightOfPage() });
  else announce(shown.querySelector('[data-summary], .notice')?.textContent ?? '');
}

/** Undefined if one of both is none that the browser knows. */
function findDateFormats(locale, timeZone) {
  try {
    const moment = { dateStyle: 'medium', timeStyle: 'short', timeZone };
    return {
      day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
      moment: new Intl.DateTimeFormat(locale, moment),
    };
  } catch {
    return undefined;
  }
}

/** A calendar day is the same in every time zone. */
function writeDate(element) {
  const { dateTime } = element;
  const format = dateTime.includes('T') ? dateFormats?.moment : dateFormats?.day;
  if (format) element.textContent = format.format(new Date(dateTime));
}

/** What the reader types goes on while a search is under way. */
function rememberFocus() {
  const { id, value, selectionStart, selectionEnd } = document.activeElement ?? {};
  return { id, value, selection: [selectionStart, selectionEnd] };
}

function restoreFocus({ id, value, selection }, shown) {
  if (!id) return;
  const element = document.getElementById(id);
  if (element === null) {
    shown.tabIndex = -1;
    shown.focus({ preventScroll: true });
    return;
  }
  element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement) {
    element.value = value;
    element.setSelectionRange(...selection);
  }
}

main.addEventListener('click', followLink);
main.addEventListener('auxclick', followLink);

/** The frame may open nothing: what leads elsewhere is opened by the page around it. */
function followLink(event) {
  const link = event.target.closest('a[href]');
  if (link === null || event.button > 1) return;
  const address = link.getAttribute('href');
  event.preventDefault();
  if (address.startsWith('?')) lookAt(address.split('#')[0], blockOf(link));
  else if (/^https?:$/.test(link.protocol)) {
    port.postMessage({ type: 'open-link', url: link.href });
  }
}

main.addEventListener('click', ({ target }) => {
  const objectId = target.closest('[data-work-items]')?.dataset.workItems;
  if (objectId !== undefined) port.postMessage({ type: 'show-work-items', objectId });
});

main.addEventListener('submit', (event) => {
  event.preventDefault();
  search(event.target);
});
main.addEventListener('input', ({ target: { form } }) => {
  const block = blockOf(form);
  clearTimeout(searchTimers.get(block));
  searchTimers.set(
    block,
    setTimeout(() => search(form), searchDelayMs),
  );
});

function search(form) {
  if (!form.isConnected) return;
  const block = blockOf(form);
  clearTimeout(searchTimers.get(block));
  lookAt(`?${new URLSearchParams(new FormData(form))}`, block);
}

/** What an address says of other tables is as old as the block that it stands in. */
function lookAt(address, block) {
  const isOfBlock = ([name]) => name.startsWith(`${block}.`);
  const others = [...new URLSearchParams(query)].filter((parameter) => !isOfBlock(parameter));
  const own = [...new URLSearchParams(address)].filter(isOfBlock);
  query = `?${new URLSearchParams([...others, ...own])}`;
  void loadContent(block);
}

function blockOf(element) {
  return Number(element.closest('section').id.replace('block-', ''));
}

/** Answers `{ok, status, body}`; status 0 where there is no answer that can be read. */
async function post(path, body, secret) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (!response.ok) return { ok: false, status: response.status };
    return { ok: true, status: response.status, body: await response.json() };
  } catch {
    return { ok: false, status: 0 };
  }
}

function showText(code) {
  const [title, text] = texts[code];
  const place = document.createElement('div');
  place.className = 'placeholder';
  place.setAttribute('role', 'alert');
  place.append(textElement('h1', title), textElement('p', text));
  if (retriable.includes(code)) {
    const button = textElement('button', 'Try again');
    button.type = 'button';
    button.addEventListener('click', reload);
    place.append(button);
  }
  main.replaceChildren(place);
}

function textElement(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function announce(text) {
  announcement.textContent = text;
}

function setColorMode(colorMode) {
  if (colorMode === 'light' || colorMode === 'dark') {
    document.documentElement.dataset.colorMode = colorMode;
  }
}

function heightOfPage() {
  return Math.ceil(document.body.getBoundingClientRect().height);
}
