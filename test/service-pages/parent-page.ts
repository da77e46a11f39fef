import { createServer } from 'node:http';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { closeServer, listenLocally } from '../support/local-server';

/** A site that frames a page of the service, as the app does in Jira. */
export interface ParentSite {
  readonly origin: string;
  close(): Promise<void>;
}

/** Frames what `frame` names in its address; a test answers for the rest. */
const parentPage = `<!doctype html><html lang="en"><title>Parent</title>
<style>body{margin:0} iframe{border:0;width:100%;height:900px;display:block}</style>
<script type="module">
const { frame } = Object.fromEntries(new URLSearchParams(location.search));
const iframe = document.createElement('iframe');
iframe.title = 'Workspace page';
const { port1, port2 } = new MessageChannel();
window.messages = [];
window.send = (message) => port1.postMessage(message);
port1.onmessage = async ({ data }) => {
  window.messages.push(data);
  if (data.type === 'need-token') port1.postMessage(await window.answerNeed(data.reason));
};
iframe.addEventListener('load', () => {
  iframe.contentWindow.postMessage({ type: 'wds:connect', version: 1 }, new URL(frame).origin, [port2]);
});
iframe.src = frame;
document.body.append(iframe);
</script></html>`;

export async function startParentSite(): Promise<ParentSite> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(parentPage);
  });
  const { port } = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await closeServer(server);
    },
  };
}

/** What the page around says when the page inside asks for a token. */
export type AnswerNeed = (reason: string) => Promise<object>;

type Messages = readonly { type: string; [key: string]: unknown }[];

/** What the page inside has said so far. What it shows can be seen before what it says of that arrives. */
export const messagesIn = (page: Page): Promise<Messages> => page.evaluate('window.messages');

export interface OpenedParent {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** See {@link messagesIn}. */
  readonly messages: () => Promise<Messages>;
  readonly send: (message: object) => Promise<void>;
}

export async function openParent(
  browser: Browser,
  {
    origin,
    frame,
    answerNeed,
    width = 1000,
  }: {
    origin: string;
    frame: string;
    answerNeed: AnswerNeed;
    width?: number;
  },
): Promise<OpenedParent> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.exposeFunction('answerNeed', answerNeed);
  await page.goto(`${origin}/?frame=${encodeURIComponent(frame)}`);
  return {
    page,
    frame: page.frameLocator('iframe'),
    messages: () => messagesIn(page),
    send: (message) => page.evaluate(`window.send(${JSON.stringify(message)})`),
  };
}
