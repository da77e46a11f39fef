import { useState } from 'react';
import ForgeReconciler, {
  Badge,
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  Code,
  CodeBlock,
  DynamicTable,
  EmptyState,
  ErrorMessage,
  FormHeader,
  Heading,
  Icon,
  Image,
  Inline,
  Label,
  Link,
  LinkButton,
  List,
  ListItem,
  LoadingButton,
  Lozenge,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
  Popup,
  Pressable,
  ProgressBar,
  RequiredAsterisk,
  SectionMessage,
  SectionMessageAction,
  Select,
  Spinner,
  Stack,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  Tag,
  TagGroup,
  Text,
  Textfield,
  Toggle,
  Tooltip,
  User,
  ValidMessage,
  xcss,
} from '@forge/react';

const panel = xcss({
  padding: 'space.200',
  backgroundColor: 'color.background.neutral',
  borderRadius: 'radius.small',
});

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function Gallery() {
  return (
    <Stack space="space.200">
      <Texts />
      <Messages />
      <Inputs />
      <Overlays />
      <DynamicTable
        caption="Laptops"
        head={{ cells: [{ key: 'name', content: 'Name', isSortable: true }] }}
        rows={[
          { key: 'a', cells: [{ key: 'name', content: <Text>MacBook Pro 14</Text> }] },
          { key: 'b', cells: [{ key: 'name', content: 'ThinkPad X1' }] },
        ]}
      />
      <StoredQueries />
      <Tabs id="places">
        <TabList>
          <Tab>Near</Tab>
          <Tab>Far</Tab>
        </TabList>
        <TabPanel>
          <Text>Around the corner</Text>
        </TabPanel>
        <TabPanel>
          <Text>Behind the hills</Text>
        </TabPanel>
      </Tabs>
      <EmptyState
        header="Nothing here"
        headingLevel={2}
        description="Nothing was found."
        primaryAction={<Button appearance="primary">Look again</Button>}
      />
    </Stack>
  );
}

const counts = [9, 120, 30, 1000, 4, 77, 8];

function StoredQueries() {
  return (
    <DynamicTable
      caption="Stored queries"
      head={{
        cells: [
          { key: 'query', content: 'Query', isSortable: true, width: 60 },
          { key: 'objects', content: 'Objects', isSortable: true },
          { key: 'state', content: 'State' },
        ],
      }}
      rows={counts.map((count) => ({
        key: `row-${count}`,
        cells: [
          { key: `Price > ${count}`, content: <Code>{`Price > ${count}`}</Code> },
          { key: count, content: <Badge max={false}>{count}</Badge> },
          { key: 'state', content: <Lozenge appearance="success">Fresh</Lozenge> },
        ],
      }))}
      rowsPerPage={5}
      defaultSortKey="objects"
      defaultSortOrder="ASC"
    />
  );
}

function Texts() {
  return (
    <Box xcss={panel}>
      <Heading as="h2" size="medium">
        Texts
      </Heading>
      <Text>
        A <Text as="strong">strong</Text> and <Text as="em">stressed</Text> text with{' '}
        <Code>code</Code> <Text as="strike">gone</Text>
      </Text>
      <CodeBlock language="text" text={'Label ~ "mac"\n        ^'} />
      <List type="unordered">
        <ListItem>First</ListItem>
        <ListItem>Second</ListItem>
      </List>
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <Lozenge appearance="success">In use</Lozenge>
        <Badge>{12}</Badge>
        <User accountId="admin-id" />
        <Icon glyph="database" label="Database" />
        <Image src={pixel} alt="A dot" width={16} height={16} />
        <Spinner size="small" label="Waiting" />
        <ProgressBar value={0.4} ariaLabel="Done so far" />
        <Pressable onClick={() => undefined}>
          <Icon glyph="information-circle" size="small" label="All details" />
        </Pressable>
        <TagGroup>
          <Tag text="Laptop" />
          <Tag text="Phone" color="blue" />
        </TagGroup>
      </Inline>
    </Box>
  );
}

function Messages() {
  return (
    <SectionMessage
      appearance="warning"
      title="Mind this"
      actions={[
        <SectionMessageAction key="more" href="https://example.com">
          Read more
        </SectionMessageAction>,
      ]}
    >
      <Text>It matters.</Text>
    </SectionMessage>
  );
}

function Inputs() {
  const [text, setText] = useState('');
  const [isOn, setOn] = useState(false);
  const [isChecked, setChecked] = useState(false);
  return (
    <Stack space="space.100">
      <FormHeader title="Inputs" />
      <Label labelFor="caret">
        Host name
        <RequiredAsterisk />
      </Label>
      <Textfield
        id="caret"
        value={text}
        onChange={(event) => setText(String(event.target.value))}
      />
      {text === '' ? (
        <ErrorMessage>Enter a text.</ErrorMessage>
      ) : (
        <ValidMessage>Fine.</ValidMessage>
      )}
      <Checkbox
        label="Encrypted"
        isChecked={isChecked}
        onChange={(event) => setChecked(event.target.checked === true)}
      />
      <Inline space="space.100" alignBlock="center">
        <Label labelFor="toggle">Live</Label>
        <Toggle id="toggle" isChecked={isOn} onChange={() => setOn(!isOn)} />
        <Text>{`${isOn ? 'on' : 'off'} ${isChecked ? 'checked' : 'unchecked'}`}</Text>
      </Inline>
      <Label labelFor="token">Access token</Label>
      <Textfield id="token" type="password" minLength={8} />
      <Label labelFor="state">State</Label>
      <Select inputId="state" options={[{ label: 'Fresh', value: 'fresh' }]} />
      <Inline space="space.100">
        <ButtonGroup label="Actions">
          <LoadingButton isLoading>Saving</LoadingButton>
          <Button appearance="subtle">Cancel</Button>
        </ButtonGroup>
        <LinkButton href="/projects">Projects</LinkButton>
        <Link href="https://example.com" openNewTab>
          Service
        </Link>
      </Inline>
      <ProgressBar isIndeterminate ariaLabel="Refreshing" />
      <ProgressBar value={1} appearance="success" ariaLabel="Refreshed" />
      <DynamicTable caption="Refreshing" isLoading head={{ cells: [{ content: 'Query' }] }} />
      <DynamicTable
        caption="Failed queries"
        head={{ cells: [{ content: 'Query' }] }}
        rows={[]}
        emptyView={<Text>None failed.</Text>}
      />
    </Stack>
  );
}

function Overlays() {
  const [isModalOpen, setModalOpen] = useState(false);
  const [isPopupOpen, setPopupOpen] = useState(false);
  return (
    <Inline space="space.100">
      <Tooltip content="What it does">
        <Button onClick={() => setModalOpen(true)}>Open dialog</Button>
      </Tooltip>
      <Popup
        isOpen={isPopupOpen}
        onClose={() => setPopupOpen(false)}
        content={() => <Text>Popped up</Text>}
        trigger={() => <Button onClick={() => setPopupOpen(!isPopupOpen)}>Open popup</Button>}
      />
      <ModalTransition>
        {isModalOpen && (
          <Modal onClose={() => setModalOpen(false)}>
            <ModalHeader>
              <ModalTitle>A dialog</ModalTitle>
            </ModalHeader>
            <ModalBody>
              <Text>In a dialog</Text>
            </ModalBody>
            <ModalFooter>
              <Button onClick={() => setModalOpen(false)}>Done</Button>
            </ModalFooter>
          </Modal>
        )}
      </ModalTransition>
    </Inline>
  );
}

ForgeReconciler.render(<Gallery />);
