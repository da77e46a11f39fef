import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkAddress } from '../configuration/configuration';
import { CommandFailure, interrupted } from '../failure';
import type { ReportProgress } from './pack-bundle';

const chunkBytes = 64 * 1024;
const idleTimeoutMs = 60_000;

/**
 * Sends an archive to a presigned address, which is a secret itself: without a token, following no
 * redirect, and never repeated in a message.
 * @throws {CommandFailure} `unavailable` if it didn't arrive, `refused` if it wasn't taken
 */
export function uploadBundle(
  presignedUrl: string,
  archive: Buffer,
  signal: AbortSignal,
  report: ReportProgress = () => undefined,
): Promise<void> {
  const url = checkAddress(presignedUrl, 'The upload address that the app platform named');
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/zip', 'content-length': archive.length };
    const request = send(url, { method: 'PUT', headers, signal, timeout: idleTimeoutMs });
    request.on('response', (response) => {
      // The status says it all: the rest may have no end.
      response.destroy();
      settle(response.statusCode ?? 0, resolve, reject);
    });
    request.on('timeout', () => request.destroy(new Error('The upload stalled.')));
    request.on('error', (cause) => reject(signal.aborted ? interrupted() : cutOff(cause)));
    writeChunks(request, archive, report);
  });
}

function settle(status: number, resolve: () => void, reject: (error: Error) => void): void {
  if (status >= 200 && status < 300) resolve();
  else if (status >= 500) reject(cutOff());
  else {
    reject(new CommandFailure('refused', `The storage refused the upload (status ${status}).`));
  }
}

function writeChunks(
  request: ReturnType<typeof requestHttp>,
  archive: Buffer,
  report: ReportProgress,
): void {
  let sent = 0;
  const writeNext = (): void => {
    if (request.destroyed) return;
    report(sent, archive.length);
    if (sent === archive.length) {
      request.end();
      return;
    }
    const chunk = archive.subarray(sent, sent + chunkBytes);
    request.write(chunk, () => {
      sent += chunk.length;
      writeNext();
    });
  };
  writeNext();
}

function cutOff(cause?: unknown): CommandFailure {
  return new CommandFailure('unavailable', 'The upload was cut off.', { cause });
}
