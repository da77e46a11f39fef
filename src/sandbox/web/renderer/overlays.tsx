import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
} from '@atlaskit/modal-dialog';
import Tooltip from '@atlaskit/tooltip';
import * as z from 'zod';
import DynamicTable from '@atlaskit/dynamic-table';
import type { ForgeNode } from '../host/forge-document';
import {
  call,
  callback,
  children,
  component,
  elementProp,
  knownProps,
  renderElement,
} from './component';

const placement = z.enum([
  'auto',
  'auto-start',
  'auto-end',
  'top',
  'top-start',
  'top-end',
  'bottom',
  'bottom-start',
  'bottom-end',
  'left',
  'left-start',
  'left-end',
  'right',
  'right-start',
  'right-end',
]);

const length = z.union([z.string(), z.number()]);

const modalProps = knownProps({
  onClose: callback,
  width: length.optional(),
  height: length.optional(),
  title: z.string().optional(),
  label: z.string().optional(),
  shouldScrollInViewport: z.boolean().optional(),
  icon: z.string().optional(),
});

function ModalView({ props, node }: { props: z.output<typeof modalProps>; node: ForgeNode }) {
  const { onClose, title, icon, ...rest } = props;
  return (
    <ModalDialog {...rest} onClose={() => void call(onClose)}>
      {title !== undefined && (
        <ModalHeader hasCloseButton>
          <ModalTitle>
            {icon !== undefined && <img src={icon} alt="" width={20} height={20} />}
            {title}
          </ModalTitle>
        </ModalHeader>
      )}
      {children(node)}
    </ModalDialog>
  );
}

export const overlayComponents = {
  Tooltip: component(
    knownProps({
      content: elementProp,
      position: z.union([placement, z.enum(['mouse', 'mouse-x', 'mouse-y'])]).optional(),
      mousePosition: placement.optional(),
      delay: z.number().optional(),
      truncate: z.boolean().optional(),
    }),
    ({ props: { content, ...rest }, node }) => (
      <Tooltip {...rest} content={renderElement(content)}>
        <span>{children(node)}</span>
      </Tooltip>
    ),
  ),
  ModalTransition: component(knownProps({}), ({ node }) => (
    <ModalTransition>{children(node)}</ModalTransition>
  )),
  Modal: component(modalProps, ModalView),
  ModalHeader: component(knownProps({}), ({ props, node }) => (
    <ModalHeader testId={props.testId}>{children(node)}</ModalHeader>
  )),
  ModalTitle: component(
    knownProps({
      appearance: z.enum(['danger', 'warning']).optional(),
      isMultiline: z.boolean().optional(),
    }),
    ({ props, node }) => <ModalTitle {...props}>{children(node)}</ModalTitle>,
  ),
  ModalBody: component(
    knownProps({ hasInlinePadding: z.boolean().optional() }),
    ({ props, node }) => <ModalBody {...props}>{children(node)}</ModalBody>,
  ),
  ModalFooter: component(knownProps({}), ({ props, node }) => (
    <ModalFooter testId={props.testId}>{children(node)}</ModalFooter>
  )),
};

const tableProps = knownProps({ label: z.string().optional() });

/** The reconciler writes head and rows as nodes: wrappers of `Row` and `Cell`. */
function DynamicTableView({
  props,
  node,
}: {
  props: z.output<typeof tableProps>;
  node: ForgeNode;
}) {
  const cells = part(node, 'head').map(cellOf);
  const rows = part(node, 'rows').map((row) => ({ key: row.key, cells: row.children.map(cellOf) }));
  return (
    <div className="table-scroll">
      <DynamicTable {...props} head={{ cells }} rows={rows} />
    </div>
  );
}

function part(node: ForgeNode, name: string): readonly ForgeNode[] {
  const wrapper = node.children.find(
    ({ type, props }) => type === 'ContentWrapper' && props.name === name,
  );
  return wrapper?.children ?? [];
}

function cellOf(node: ForgeNode) {
  return { key: node.key, content: <>{children(node)}</> };
}

export const tableComponents = { DynamicTable: component(tableProps, DynamicTableView) };
