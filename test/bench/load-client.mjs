/**
 * Asks for the same again and again over several connections, and prints how many answers came in a
 * second. It has a process of its own and plain sockets: on a machine with few cores, whatever it takes
 * is taken from the server that is measured.
 */
import { connect } from 'node:net';

const { url, body, headers, connections, durationMs } = JSON.parse(process.argv[2]);
const { hostname, port, host, pathname } = new URL(url);
const lines = [
  `${body === undefined ? 'GET' : 'POST'} ${pathname} HTTP/1.1`,
  `host: ${host}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
];
const request = `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
let answers = 0;

function keepAsking() {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  // One character for each byte.
  socket.setEncoding('latin1');
  let received = '';
  socket.on('connect', () => socket.write(request));
  socket.on('data', (chunk) => {
    received += chunk;
    if (!isWhole(received)) return;
    received = '';
    answers += 1;
    socket.write(request);
  });
}

function isWhole(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)\r$/im.exec(text)?.[1];
  if (!text.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(text);
  return text.length === end + 4 + Number(length);
}

for (let index = 0; index < connections; index += 1) keepAsking();
setTimeout(() => {
  console.log((answers * 1000) / durationMs);
  process.exit();
}, durationMs);
