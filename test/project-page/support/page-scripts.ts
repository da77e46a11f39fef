/** What the platform puts into the app's page: the bridge, here over the test's own function. */
export const bridgeScript = `
const listeners = [];
const history = {
  get location() { return { pathname: location.hash.slice(1) || '/' }; },
  push: (path) => { window.history.pushState({}, '', '#' + path); tell(); },
  replace: (path) => { window.history.replaceState({}, '', '#' + path); tell(); },
  listen: (listener) => listeners.push(listener),
};
const tell = () => listeners.forEach((listener) => listener({ pathname: history.location.pathname }));
addEventListener('popstate', tell);
const root = document.documentElement;
root.setAttribute('data-theme', 'light:light dark:dark');
root.setAttribute('data-color-mode', 'light');
window.__bridge = {
  callBridge: async (command, data) => {
    const answer = await callHost(command, data ?? {});
    return command === 'createHistory'
      ? { push: history.push, replace: history.replace, listen: history.listen, location: history.location }
      : answer;
  },
};
`;

/** What the service's page does: it asks for a token, then says that it is there. */
export const embedScript = `
window.got = [];
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || data?.type !== 'wds:connect' || window.port) return;
  window.port = port;
  port.onmessage = ({ data: message }) => {
    window.got.push(message);
    if (message.type === 'token') port.postMessage({ type: 'shown', title: 'Laptops', height: 700 });
  };
  port.postMessage({ type: 'need-token', reason: 'start' });
});
`;

/** A page that asks for a token and then never shows anything. */
export const stuckEmbedScript = embedScript.replace("message.type === 'token'", 'false');

/** A page that never answers, as one that the browser blocks. */
export const silentEmbedScript = 'window.got = [];';
