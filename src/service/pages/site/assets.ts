import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { lozengeStyle } from '../../base/html/layout';

/** Where the files of the pages are; a new version of one has a new address. */
export interface AssetPaths {
  readonly style: string;
  readonly script: string;
}

/** Answers the style sheet of all pages of sites and the script of the page inside a frame. */
export async function answerAssets(app: FastifyInstance): Promise<AssetPaths> {
  return {
    style: await answerFile(app, 'site-page.css', 'text/css', lozengeStyle),
    script: await answerFile(app, 'embed-page.js', 'text/javascript'),
  };
}

async function answerFile(
  app: FastifyInstance,
  name: string,
  type: string,
  end = '',
): Promise<string> {
  const text = (await readFile(new URL(name, import.meta.url), 'utf8')) + end;
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = `/assets/${version}/${name}`;
  app.get(path, (_, reply) =>
    reply
      .headers({
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(text),
  );
  return path;
}
