/**
 * Reads the list of cities away from the thread that answers requests, and hands out a piece of it at each
 * request. Plain JavaScript, since a thread starts without what lets Node.js read
 * TypeScript.
 * @see geography.ts, which starts it
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { path, from, countries, pieceSize } = workerData;
const all = JSON.parse(readFileSync(path, 'utf8'));
const rows =
  countries === undefined ? all : all.filter(({ country }) => countries.includes(country));
let next = from;

parentPort.on('message', () => {
  const piece = rows.slice(next, next + pieceSize);
  next += piece.length;
  parentPort.postMessage(piece);
});
