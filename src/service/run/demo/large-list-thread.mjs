/**
 * Reads a file with one large JSON list away from the thread that answers requests, and hands out
 * a piece at each request. Plain JavaScript, since a thread starts without what lets Node.js read
 * TypeScript.
 * @see geography.ts, which starts it
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { path, from, pieceSize, only } = workerData;
const all = JSON.parse(readFileSync(path, 'utf8'));
const rows =
  only === undefined ? all : all.filter((row) => only.values.includes(row[only.property]));
let next = from;

parentPort.on('message', () => {
  const piece = rows.slice(next, next + pieceSize);
  next += piece.length;
  parentPort.postMessage(piece);
});
