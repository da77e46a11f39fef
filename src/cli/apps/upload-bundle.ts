import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { reasonIn } from '../bounded-fetch';
import { checkAddress } from '../configuration/configuration';
import { CommandFailure, interrupted } from '../failure';
import type { ReportProgress } from './pack-bundle';

const chunkBytes = 64 * 1024;
const idleTimeoutMs = 60_000;
const longestReasonBytes = 4 * 1024;
const reasonTimeoutMs = 5_000;

/** The storage won't take this bundle, however often it is sent. */
export class UploadRefused extends CommandFailure {}

/**
 * Sends an archive to a presigned address, which is a secret itself: without a token, following no
 * redirect, and never repeated in a message.
 * @throws {CommandFailure} `unavailable` if it didn't arrive, `refused` if it wasn't taken
 * @throws {UploadRefused} where it's no use to send it again
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
      // From here on, the answer decides.
      request.removeAllListeners('error').on('error', () => undefined);
      void readStart(response).then((text) => {
        request.destroy();
        const failure = failureOf(response.statusCode ?? 0, text, url);
        if (signal.aborted) reject(interrupted());
        else if (failure === undefined) resolve();
        else reject(failure);
      });
    });
    request.on('timeout', () => request.destroy(new Error('The upload stalled.')));
    request.on('error', (cause) => reject(signal.aborted ? interrupted() : cutOff(cause)));
    writeChunks(request, archive, report);
  });
}

/** Its first bytes, as far as they arrive in time: the rest may have no end. */
async function readStart(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(), reasonTimeoutMs);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount > longestReasonBytes) break;
    }
  } catch {
    // What arrived is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, longestReasonBytes).toString();
}

/** Undefined if the upload was taken. */
function failureOf(status: number, text: string, { pathname }: URL): CommandFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return cutOff();
  const message = reasonIn(text);
  const secret = pathname.slice(pathname.lastIndexOf('/') + 1);
  const said =
    message === undefined || message.includes(secret)
      ? `The storage refused the upload (status ${status}).`
      : `The storage refused the upload: ${message}`;
  if (status === 400 || status === 413) return new UploadRefused('refused', said);
  return new CommandFailure('refused', said);
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
