/**
 * Reads one address again and again over several connections, on a thread of its own so that it
 * takes nothing from the server that is measured. Plain JavaScript for that thread.
 */
import { Agent, request as send } from 'node:http';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

const { url, body, headers, connections, durationMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const read = () =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const request = send(url, { agent, headers, method }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });

async function readUntil(end) {
  let count = 0;
  for (; performance.now() < end; count += 1) await read();
  return count;
}

const end = performance.now() + durationMs;
const counts = await Promise.all(Array.from({ length: connections }, () => readUntil(end)));
agent.destroy();
parentPort.postMessage((counts.reduce((sum, count) => sum + count) * 1000) / durationMs);
