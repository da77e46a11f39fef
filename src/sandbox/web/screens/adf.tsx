import { Fragment, type ReactNode } from 'react';
import * as z from 'zod';

interface AdfNode {
  type: string;
  text?: string | undefined;
  attrs?: Record<string, unknown> | undefined;
  marks?: { type: string; attrs?: Record<string, unknown> | undefined }[] | undefined;
  content?: AdfNode[] | undefined;
}

const attributes = z.record(z.string(), z.unknown()).optional();

const nodeSchema: z.ZodType<AdfNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    text: z.string().optional(),
    attrs: attributes,
    marks: z.array(z.object({ type: z.string(), attrs: attributes })).optional(),
    content: z.array(nodeSchema).optional(),
  }),
);

/** A text as an Atlassian document: each line a paragraph; undefined when there is no text. */
export function documentOfText(text: string): object | undefined {
  if (text.trim() === '') return undefined;
  const paragraphs = text.split('\n').map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  }));
  return { type: 'doc', version: 1, content: paragraphs };
}

/** Draws an Atlassian document as far as descriptions of the demo use it. */
export function AdfDocument({ document }: { document: unknown }) {
  if (typeof document === 'string') return <p>{document}</p>;
  const parsed = nodeSchema.safeParse(document);
  if (!parsed.success) return <p>This description isn’t an Atlassian document.</p>;
  return <>{contentOf(parsed.data)}</>;
}

function contentOf(node: AdfNode): ReactNode {
  return node.content?.map((child, index) => <Fragment key={index}>{renderAdf(child)}</Fragment>);
}

function renderAdf(node: AdfNode): ReactNode {
  switch (node.type) {
    case 'text':
      return markedText(node);
    case 'hardBreak':
      return <br />;
    case 'paragraph':
      return <p>{contentOf(node)}</p>;
    case 'heading':
      return <h3>{contentOf(node)}</h3>;
    case 'bulletList':
      return <ul>{contentOf(node)}</ul>;
    case 'orderedList':
      return <ol>{contentOf(node)}</ol>;
    case 'listItem':
      return <li>{contentOf(node)}</li>;
    case 'codeBlock':
      return <pre className="code-block">{contentOf(node)}</pre>;
    default:
      return <span className="unsupported">The sandbox doesn’t draw “{node.type}” here.</span>;
  }
}

function markedText({ text = '', marks = [] }: AdfNode): ReactNode {
  return marks.reduce<ReactNode>((inner, { type, attrs }) => {
    if (type === 'strong') return <strong>{inner}</strong>;
    if (type === 'em') return <em>{inner}</em>;
    if (type === 'code') return <code className="code">{inner}</code>;
    if (type === 'link' && typeof attrs?.href === 'string') return <a href={attrs.href}>{inner}</a>;
    return inner;
  }, text);
}
