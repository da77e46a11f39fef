import { useState } from 'react';
import ForgeReconciler, {
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  CodeBlock,
  DynamicTable,
  ErrorMessage,
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
  Pressable,
  ProgressBar,
  SectionMessage,
  Select,
  Spinner,
  Stack,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  Text,
  Textfield,
  Toggle,
  Tooltip,
  ValidMessage,
  xcss,
} from '@forge/react';

const panel = xcss({
  padding: 'space.200',
  backgroundColor: 'color.background.neutral',
  borderRadius: 'radius.small',
});

function Gallery() {
  return (
    <Stack space="space.200">
      <Texts />
      <Messages />
      <Inputs />
      <Overlays />
      <DynamicTable
        label="Laptops"
        head={{ cells: [{ key: 'name', content: 'Name' }] }}
        rows={[
          { key: 'a', cells: [{ key: 'name', content: <Text>MacBook Pro 14</Text> }] },
          { key: 'b', cells: [{ key: 'name', content: 'ThinkPad X1' }] },
        ]}
      />
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
    </Stack>
  );
}

function Texts() {
  return (
    <Box xcss={panel}>
      <Heading as="h2" size="medium">
        Texts
      </Heading>
      <Text>
        A <Text as="strong">strong</Text> and <Text as="em">stressed</Text> text
      </Text>
      <CodeBlock language="text" text={'Label ~ "mac"\n        ^'} />
      <List type="unordered">
        <ListItem>First</ListItem>
        <ListItem>Second</ListItem>
      </List>
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <Lozenge appearance="success">In use</Lozenge>
        <Icon glyph="check-mark" label="Confirmed" />
        <Spinner size="small" label="Waiting" />
        <ProgressBar value={0.4} ariaLabel="Done so far" />
        <Pressable onClick={() => undefined}>
          <Icon glyph="information-circle" size="small" label="All details" />
        </Pressable>
      </Inline>
    </Box>
  );
}

function Messages() {
  return (
    <SectionMessage appearance="warning" title="Mind this">
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
      <Label labelFor="caret">Host name</Label>
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
      <Image src="https://wds.example.com/a.webp" alt="Ours" width="40px" height="40px" />
      <Image src="https://elsewhere.example.com/a.webp" alt="Not ours" width="40px" height="40px" />
      <ProgressBar isIndeterminate ariaLabel="Refreshing" />
      <ProgressBar value={1} ariaLabel="Refreshed" />
    </Stack>
  );
}

function Overlays() {
  const [isModalOpen, setModalOpen] = useState(false);
  return (
    <Inline space="space.100">
      <Tooltip content="What it does">
        <Button onClick={() => setModalOpen(true)}>Open dialog</Button>
      </Tooltip>
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
