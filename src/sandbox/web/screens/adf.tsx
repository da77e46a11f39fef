import { Fragment, type ReactNode } from 'react';
import * as z from 'zod';

const documentSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  get content() {
    return z.array(documentSchema).optional();
  },
});
type AdfNode = z.infer<typeof documentSchema>;

/** A text as an Atlassian document: each line a paragraph; undefined when there is no text. */
export function documentOfText(text: string): object | undefined {
  if (text.trim() === '') return undefined;
  const paragraphs = text.split('\n').map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  }));
  return { type: 'doc', version: 1, content: paragraphs };
}

/** Draws an Atlassian document as far as the stand-in itself writes them: other nodes are named, and marks are left out. */
export function AdfDocument({ document }: { document: unknown }) {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) return <p>This description isn’t an Atlassian document.</p>;
  return <>{contentOf(parsed.data)}</>;
}

function contentOf({ content }: AdfNode): ReactNode {
  return content?.map((child, index) => <Fragment key={index}>{renderNode(child)}</Fragment>);
}

function renderNode(node: AdfNode): ReactNode {
  if (node.type === 'text') return node.text;
  if (node.type === 'paragraph') return <p>{contentOf(node)}</p>;
  return <span className="unsupported">The sandbox doesn’t draw “{node.type}” here.</span>;
}
