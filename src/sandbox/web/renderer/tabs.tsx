import Tabs, { Tab, TabList, TabPanel } from '@atlaskit/tabs';
import * as z from 'zod';
import { call, callback } from './callbacks';
import { children, component, knownProps } from './component';

const tabsProps = knownProps({
  id: z.string(),
  selected: z.number().optional(),
  defaultSelected: z.number().optional(),
  shouldUnmountTabPanelOnChange: z.boolean().optional(),
  onChange: callback,
});

export const tabComponents = {
  Tabs: component(tabsProps, ({ props: { onChange, ...rest }, node }) => (
    <Tabs {...rest} onChange={(index) => void call(onChange, index)}>
      {children(node)}
    </Tabs>
  )),
  TabList: component(knownProps({}), ({ node }) => <TabList>{children(node)}</TabList>),
  Tab: component(knownProps({}), ({ props, node }) => <Tab {...props}>{children(node)}</Tab>),
  TabPanel: component(knownProps({}), ({ props, node }) => (
    <TabPanel {...props}>{children(node)}</TabPanel>
  )),
};
