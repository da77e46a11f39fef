import { createContext, useContext } from 'react';
import Heading from '@atlaskit/heading';
import { Text } from '@atlaskit/primitives';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { followInPage } from '../shell/routing';
import { children, component, knownProps, noProps, forwardEvent, callback } from './component';
import { tokenVariable } from './layout';
import { useSession } from '../session/session';

const InsideText = createContext(false);

const textProps = knownProps({
  as: z.enum(['p', 'span', 'strong', 'em']).optional(),
  size: z.enum(['small', 'medium', 'large']).optional(),
  weight: z.enum(['regular', 'medium', 'semibold', 'bold']).optional(),
  color: z.string().startsWith('color.').or(z.literal('inherit')).optional(),
  align: z.enum(['start', 'center', 'end']).optional(),
  maxLines: z.number().optional(),
});

/** A paragraph by itself, a span inside of another text. */
function TextView({ props, node }: { props: z.output<typeof textProps>; node: ForgeNode }) {
  const isInside = useContext(InsideText);
  const { as = isInside ? 'span' : 'p', color, ...rest } = props;
  const colored = color === undefined || color === 'inherit' ? undefined : tokenVariable(color);
  return (
    <Text {...rest} as={as} color="inherit">
      <span style={{ color: colored }}>
        <InsideText.Provider value>{children(node)}</InsideText.Provider>
      </span>
    </Text>
  );
}

const linkProps = knownProps({
  href: z.string(),
  openNewTab: z.boolean().optional(),
  onClick: callback,
});

function LinkView({ props, node }: { props: z.output<typeof linkProps>; node: ForgeNode }) {
  const isOurs = props.href.startsWith('/');
  const localAddress = useLocalAddress();
  return (
    <a
      href={localAddress(props.href)}
      data-testid={props.testId}
      {...(props.openNewTab === true ? { target: '_blank', rel: 'noopener' } : {})}
      onClick={(event) => {
        forwardEvent(props.onClick)?.(event);
        if (isOurs && props.openNewTab !== true) followInPage(event, props.href);
      }}
    >
      {children(node)}
      {props.openNewTab === true && <span className="visually-hidden"> (opens new tab)</span>}
    </a>
  );
}

const length = z.union([z.string(), z.number()]);

const imageProps = knownProps({
  src: z.string(),
  alt: z.string(),
  width: length.optional(),
  height: length.optional(),
});

/** As the platform, loads nothing from where the manifest doesn't permit it: then the text stands alone. */
function ImageView({ props: { src, alt, ...size } }: { props: z.output<typeof imageProps> }) {
  const { images } = useSession().state;
  const address = useLocalAddress()(src);
  const isPermitted = images.some((image) => originOf(image) === originOf(address));
  return <img src={isPermitted ? address : undefined} alt={alt} style={size} />;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

const codeBlockProps = knownProps({
  text: z.string(),
  language: z.string().optional(),
  showLineNumbers: z.boolean().optional(),
  shouldWrapLongLines: z.boolean().optional(),
});

export const textComponents = {
  String: component(knownProps({ text: z.union([z.string(), z.number()]) }), ({ props }) => (
    <>{props.text}</>
  )),
  Text: component(textProps, TextView),
  Heading: component(
    knownProps({
      size: z
        .enum(['xxsmall', 'xsmall', 'small', 'medium', 'large', 'xlarge', 'xxlarge'])
        .optional(),
      as: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'span']).optional(),
    }),
    ({ props: { size = 'medium', ...rest }, node }) => (
      <Heading {...rest} size={size}>
        {children(node)}
      </Heading>
    ),
  ),
  Link: component(linkProps, LinkView),
  Image: component(imageProps, ImageView),
  CodeBlock: component(codeBlockProps, ({ props }) => (
    <pre
      className="code-block"
      data-testid={props.testId}
      style={{ whiteSpace: props.shouldWrapLongLines === true ? 'pre-wrap' : 'pre' }}
      tabIndex={0}
    >
      {props.text}
    </pre>
  )),
  List: component(
    knownProps({ type: z.enum(['ordered', 'unordered']).optional() }),
    ({ props, node }) =>
      props.type === 'ordered' ? <ol>{children(node)}</ol> : <ul>{children(node)}</ul>,
  ),
  ListItem: component(noProps, ({ node }) => <li>{children(node)}</li>),
};

/** Atlassian's pages about a person's own account. */
const accountOrigin = 'https://id.atlassian.com';

/** Turns an address at one of the app's remotes or of Atlassian's account pages into that of what stands for it on this machine. */
export function useLocalAddress(): (address: string) => string {
  const { origins } = useSession().state;
  return (address) => {
    if (!URL.canParse(address)) return address;
    const { origin, pathname, search, hash } = new URL(address);
    const local = origin === accountOrigin ? '' : origins[origin];
    return local === undefined ? address : `${local}${pathname}${search}${hash}`;
  };
}
