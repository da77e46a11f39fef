import DynamicTable from '@atlaskit/dynamic-table';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { call, callback } from './callbacks';
import { children, component, elementProp, knownProps, renderElement } from './component';

const sortOrder = z.enum(['ASC', 'DESC']);

const tableProps = knownProps({
  caption: z.string().optional(),
  label: z.string().optional(),
  emptyView: elementProp.optional(),
  isLoading: z.boolean().optional(),
  isFixedSize: z.boolean().optional(),
  loadingSpinnerSize: z.enum(['small', 'large']).optional(),
  rowsPerPage: z.number().optional(),
  page: z.number().optional(),
  defaultPage: z.number().optional(),
  sortKey: z.string().optional(),
  sortOrder: sortOrder.optional(),
  defaultSortKey: z.string().optional(),
  defaultSortOrder: sortOrder.optional(),
  paginationi18n: z
    .strictObject({
      prev: z.string(),
      next: z.string(),
      label: z.string(),
      pageLabel: z.string().optional(),
    })
    .optional(),
  highlightedRowIndex: z.union([z.number(), z.array(z.number())]).optional(),
  onSetPage: callback,
});

const cellProps = z.looseObject({
  cellKey: z.union([z.string(), z.number()]).optional(),
  isSortable: z.boolean().optional(),
  width: z.number().optional(),
  shouldTruncate: z.boolean().optional(),
  colSpan: z.number().optional(),
});

const rowProps = z.looseObject({
  rowKey: z.union([z.string(), z.number()]).optional(),
  isHighlighted: z.boolean().optional(),
});

/** The reconciler writes head and rows as nodes: wrappers of `Row` and `Cell`. */
function DynamicTableView({
  props,
  node,
}: {
  props: z.output<typeof tableProps>;
  node: ForgeNode;
}) {
  const { caption, emptyView, onSetPage, label, ...rest } = props;
  const head = part(node, 'head').map(cellOf);
  return (
    <div className="table-scroll">
      <DynamicTable
        {...rest}
        label={label ?? caption}
        caption={caption}
        emptyView={emptyView === undefined ? undefined : <>{renderElement(emptyView)}</>}
        head={head.length === 0 ? undefined : { cells: head }}
        rows={part(node, 'rows').map(rowOf)}
        onSetPage={(page) => void call(onSetPage, page)}
      />
    </div>
  );
}

function part(node: ForgeNode, name: string): readonly ForgeNode[] {
  const wrapper = node.children.find(
    ({ type, props }) => type === 'ContentWrapper' && props.name === name,
  );
  return wrapper?.children ?? [];
}

function rowOf(node: ForgeNode) {
  const { rowKey, isHighlighted } = rowProps.parse(node.props);
  return { key: String(rowKey ?? node.key), isHighlighted, cells: node.children.map(cellOf) };
}

function cellOf(node: ForgeNode) {
  const { cellKey, isSortable, width, shouldTruncate, colSpan } = cellProps.parse(node.props);
  return {
    // Rows are sorted by it: numbers as numbers.
    key: cellKey ?? node.key,
    content: <>{children(node)}</>,
    isSortable,
    width,
    shouldTruncate,
    colSpan,
  };
}

export const tableComponents = { DynamicTable: component(tableProps, DynamicTableView) };
