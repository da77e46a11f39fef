import { router, view } from '@forge/bridge';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { callResolver } from '../../../src/app/screen/call-resolver';
import type { ProblemCode } from '../../../src/app/replies/problem';
import type { Trouble } from '../../../src/app/replies/reply';
import { findWorkItems } from '../../../src/app/objects/object-details-contract';
import { openTab } from '../../../src/app/project-pages/project-pages-contract';
import { connectFrame, type FrameConnection } from './connect-frame';
import type { ChildMessage, Reader } from './frame-messages';
import type { FailureCode } from './page-texts';
import { useColorMode } from './use-color-mode';

export type PageState =
  | { readonly kind: 'loading'; readonly isSlow: boolean }
  | {
      readonly kind: 'shown';
      readonly title: string;
      readonly height: number;
      /** The person asked where an object is used, and Jira doesn't say. */
      readonly lacksWorkItems?: boolean;
    }
  /** What the app's own functions say. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  /** What became of the embedded page; `origin` is the service's, where it is known. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly origin: string | undefined };

const slowAfterMs = 5_000;
/** From the first answer of the app to the page's first word. */
const blockedAfterMs = 15_000;

const loading: PageState = { kind: 'loading', isSlow: false };

/**
 * Shows the page of a tab in a frame, for as long as the component lives: each token that the page
 * asks for is asked of the app anew, so that a page ends which the person may not see any more.
 */
export function useEmbeddedPage(
  frame: RefObject<HTMLIFrameElement | null>,
  tabId: string,
): PageState {
  const [state, setState] = useState<PageState>(loading);
  const colorMode = useColorMode();
  const latest = useRef({ colorMode });
  const connection = useRef<FrameConnection>();
  useEffect(() => {
    latest.current = { colorMode };
    connection.current?.send({ type: 'theme', colorMode });
  }, [colorMode]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const run = new PageRun(element, tabId, {
      colorMode: () => latest.current.colorMode,
      onState: setState,
      onConnection: (made) => (connection.current = made),
    });
    void run.start();
    return () => run.end();
  }, [frame, tabId]);
  return state;
}

interface Surroundings {
  readonly colorMode: () => 'light' | 'dark';
  readonly onState: (state: PageState | ((state: PageState) => PageState)) => void;
  readonly onConnection: (connection: FrameConnection) => void;
}

type TokenReply = Awaited<ReturnType<PageRun['askForToken']>>;

/** One load of a page, until it is ended or something is said in its place. */
class PageRun {
  #isEnded = false;
  #connection: FrameConnection | undefined;
  #origin: string | undefined;
  #reader: Reader = { locale: '' };
  /** Serves the first question of the page; each further one is asked anew. */
  #firstReply: TokenReply | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #blockedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly element: HTMLIFrameElement,
    private readonly tabId: string,
    private readonly surroundings: Surroundings,
  ) {}

  async start(): Promise<void> {
    this.surroundings.onState(loading);
    this.#slowTimer = setTimeout(() => this.surroundings.onState(asSlow), slowAfterMs);
    const [reply, reader] = await Promise.all([this.askForToken(), findReader()]);
    if (this.#isEnded) return;
    if (reply.kind === 'ok') this.#load(reply, reader);
    else this.#stop({ kind: 'trouble', trouble: reply });
  }

  end(): void {
    this.#isEnded = true;
    this.#connection?.end();
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#blockedTimer);
  }

  askForToken() {
    return callResolver(openTab, { tabId: this.tabId, parentOrigin: window.location.origin });
  }

  #load(reply: Extract<TokenReply, { kind: 'ok' }>, reader: Reader): void {
    const { url } = reply.value;
    const { origin } = new URL(url);
    this.#origin = origin;
    this.#reader = reader;
    this.#firstReply = reply;
    const giveUp = () => this.#stop({ kind: 'failed', code: 'blocked', origin });
    this.#blockedTimer = setTimeout(giveUp, blockedAfterMs);
    const onMessage = (message: ChildMessage) => this.#take(message);
    this.#connection = connectFrame(this.element, { url, onMessage });
    this.surroundings.onConnection(this.#connection);
  }

  #take(message: ChildMessage): void {
    switch (message.type) {
      case 'need-token':
        void this.#handOver(message.reason);
        break;
      case 'shown':
        clearTimeout(this.#slowTimer);
        this.surroundings.onState({ ...message, kind: 'shown' });
        break;
      case 'resized':
        this.surroundings.onState((state) =>
          state.kind === 'shown' ? { ...state, height: message.height } : state,
        );
        break;
      case 'open-link':
        void router.open(message.url).catch(ignore);
        break;
      case 'show-work-items':
        void this.#showWorkItems(message.objectId);
        break;
      case 'failed':
        this.#stop({ kind: 'failed', code: message.code, origin: this.#origin });
        break;
    }
  }

  async #showWorkItems(objectId: string): Promise<void> {
    const reply = await callResolver(findWorkItems, { objectId });
    if (this.#isEnded) return;
    const address = reply.kind === 'ok' ? reply.value.address : undefined;
    this.surroundings.onState((state) =>
      state.kind === 'shown' ? { ...state, lacksWorkItems: address === undefined } : state,
    );
    if (address !== undefined) await router.open(address).catch(ignore);
  }

  async #handOver(reason: 'start' | 'renew' | 'reload'): Promise<void> {
    clearTimeout(this.#blockedTimer);
    const kept = reason === 'start' ? this.#firstReply : undefined;
    this.#firstReply = undefined;
    const reply = kept ?? (await this.askForToken());
    if (this.#isEnded) return;
    if (reply.kind === 'ok') {
      const theme = { colorMode: this.surroundings.colorMode() };
      const { token } = reply.value;
      this.#connection?.send({ type: 'token', token, theme, ...this.#reader });
    } else if (reason === 'renew' && mayPass(reply)) {
      // What is there stays while the service lets it, and asks again.
      this.#connection?.send({ type: 'no-token', code: 'service-down' });
    } else this.#stop({ kind: 'trouble', trouble: reply });
  }

  /** What is said in the place of the page takes its frame away. */
  #stop(state: PageState): void {
    this.end();
    this.surroundings.onState(state);
  }
}

/** As the person is set up in Jira; as the browser is where the host doesn't tell. */
async function findReader(): Promise<Reader> {
  try {
    const { locale, timezone } = await view.getContext();
    return { locale: locale.replace('_', '-'), timeZone: timezone };
  } catch {
    return { locale: navigator.language };
  }
}

/** The host tells the person itself where it opens no link. */
const ignore = () => undefined;

/** Troubles that say nothing about what the person may see. */
const passing: readonly string[] = [
  'APP_UNREACHABLE',
  'JIRA_BUSY',
  'JIRA_UNREACHABLE',
  'SERVICE_BUSY',
  'SERVICE_UNREACHABLE',
  'STORAGE_UNREACHABLE',
  'UNEXPECTED',
] satisfies ProblemCode[];

const mayPass = (trouble: Trouble) => trouble.kind === 'problem' && passing.includes(trouble.code);

const asSlow = (state: PageState): PageState =>
  state.kind === 'loading' ? { kind: 'loading', isSlow: true } : state;
