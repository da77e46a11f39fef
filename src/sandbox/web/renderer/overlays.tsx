import { useEffect, useRef } from 'react';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
} from '@atlaskit/modal-dialog';
import Popup from '@atlaskit/popup';
import Tooltip from '@atlaskit/tooltip';
import * as z from 'zod';
import DynamicTable from '@atlaskit/dynamic-table';
import type { ForgeNode } from '../host/forge-document';
import {
  around,
  call,
  callback,
  children,
  component,
  elementProp,
  knownProps,
  noProps,
  renderElement,
  RenderNode,
} from './component';

const modalProps = knownProps({
  onClose: callback,
  width: z.string().optional(),
  title: z.string().optional(),
  label: z.string().optional(),
});

function ModalView({ props, node }: { props: z.output<typeof modalProps>; node: ForgeNode }) {
  const { onClose, title, ...rest } = props;
  return (
    <ModalDialog {...rest} onClose={() => void call(onClose)}>
      {title !== undefined && (
        <ModalHeader hasCloseButton>
          <ModalTitle>{title}</ModalTitle>
        </ModalHeader>
      )}
      {children(node)}
    </ModalDialog>
  );
}

const popupProps = knownProps({
  isOpen: z.boolean(),
  autoFocus: z.boolean().optional(),
  placement: z.enum(['top-start', 'bottom-end']).optional(),
  role: z.string().optional(),
  label: z.string().optional(),
  onClose: callback,
});

/** The reconciler writes what is in it, and what opens it, as nodes of their own. */
function PopupView({ props, node }: { props: z.output<typeof popupProps>; node: ForgeNode }) {
  const { onClose, ...rest } = props;
  const trigger = useFocusAfter(props.isOpen);
  const draw = (name: string) =>
    part(node, name).map((one) => <RenderNode key={one.key} node={one} />);
  return (
    <Popup
      {...rest}
      onClose={() => void call(onClose)}
      content={() => <>{draw('content')}</>}
      trigger={({ ref }) => (
        <span ref={ref}>
          <span ref={trigger}>{draw('trigger')}</span>
        </span>
      )}
    />
  );
}

/** Where what was open had the focus, it goes back to what opened it. */
function useFocusAfter(isOpen: boolean) {
  const trigger = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) trigger.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return trigger;
}

const tableProps = knownProps({ label: z.string().optional() });

export const overlayComponents = {
  Popup: component(popupProps, PopupView),
  Tooltip: component(
    knownProps({ content: elementProp }),
    ({ props: { content, ...rest }, node }) => (
      <Tooltip {...rest} content={renderElement(content)}>
        <span>{children(node)}</span>
      </Tooltip>
    ),
  ),
  ModalTransition: component(noProps, ({ node }) => (
    <ModalTransition>{children(node)}</ModalTransition>
  )),
  Modal: component(modalProps, ModalView),
  ModalHeader: component(noProps, ({ props, node }) => (
    <ModalHeader testId={props.testId} hasCloseButton>
      {children(node)}
    </ModalHeader>
  )),
  ModalTitle: around(noProps, ModalTitle),
  ModalBody: around(noProps, ModalBody),
  ModalFooter: around(noProps, ModalFooter),
  DynamicTable: component(tableProps, DynamicTableView),
};

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
