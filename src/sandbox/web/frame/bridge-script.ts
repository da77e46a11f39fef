/**
 * What the platform puts into each page of Custom UI, before the app's own scripts: the bridge that
 * the app's `@forge/bridge` looks for, the theme, and the page's height.
 */
import type { Bridge } from '../host/frame-bridges';
import { connectMessage, resizedCall, themeCall, type ColorMode, callOver } from './port-calls';

declare global {
  interface Window {
    __bridge?: Bridge;
  }
}

const script = document.currentScript as HTMLScriptElement;
const channel = new MessageChannel();
let isThemed = false;
let colorMode: ColorMode = 'light';

const host = callOver(channel.port1, (name, data) => {
  if (name !== themeCall) throw new Error(`The frame has no call "${name}".`);
  colorMode = data === 'dark' ? 'dark' : 'light';
  if (isThemed) applyTheme();
});

window.__bridge = {
  callBridge(command, data) {
    if (command !== 'enableTheming') return host.call(command, data);
    isThemed = true;
    return loadTheme().then(applyTheme);
  },
};
parent.postMessage({ type: connectMessage }, script.dataset.site ?? '', [channel.port2]);
addEventListener('DOMContentLoaded', () => {
  new ResizeObserver(tellHeight).observe(document.documentElement);
  new ResizeObserver(tellHeight).observe(document.body);
});

let toldHeight = 0;

function tellHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === toldHeight) return;
  toldHeight = height;
  void host.call(resizedCall, height);
}

/** Adds the theme as a file, because the policy may forbid inline styles. */
function loadTheme(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL('theme.css', script.src).href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("The theme's styles didn't load."));
    document.head.append(link);
  });
}

function applyTheme(): void {
  const { dataset } = document.documentElement;
  dataset.theme = 'dark:dark light:light shape:shape spacing:spacing typography:typography';
  dataset.colorMode = colorMode;
}
