import DynamicTable from '@atlaskit/dynamic-table';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { children, component, knownProps } from './component';

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
