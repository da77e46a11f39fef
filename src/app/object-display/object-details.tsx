import {
  Button,
  Inline,
  Link,
  Lozenge,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  Stack,
  Text,
} from '@forge/react';
import { Fragment } from 'react';
import {
  findWorkItems,
  viewObject,
  type ObjectDetails as Details,
} from '../objects/object-details-contract';
import type { ShownAttribute } from '../objects/objects-contract';
import type { StoredObject } from '../objects/stored-value';
import { useAnswer } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { isolated } from './formats';
import { Initials } from './initials';
import { presentValue, type PresentedValue, valueTexts } from './present-value';
import { useFormats } from './use-formats';

const texts = {
  loadingDetails: 'Loading all details',
  connectForDetails: 'Connect your Workspace Data Service account to see the details.',
  noDetails: 'This object has no other details, or none you have access to.',
  openObject: 'Open in Workspace Data Service',
  workItems: 'Work items with this object',
  close: 'Close',
};

/** What the dialog is called, and the button that opens it. */
export function allDetailsOf(label: string): string {
  return `All details of ${label}`;
}

interface ObjectDetailsProps {
  readonly object: StoredObject;
  readonly onClose: () => void;
}

/** A dialog with all that the person may see of an object, asked for as it opens. */
export function ObjectDetails({ object, onClose }: ObjectDetailsProps) {
  const { objectId } = object;
  const loaded = useAnswer(viewObject, { objectId });
  const details = loaded.value;
  return (
    <Modal onClose={onClose} width="medium" label={allDetailsOf(object.label)}>
      <ModalHeader>
        <ModalTitle>{details?.label ?? object.label}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <Loaded
          {...loaded}
          loadingText={texts.loadingDetails}
          spinnerSize="medium"
          connectReason={texts.connectForDetails}
        >
          {(value) => <AllAttributes details={value} />}
        </Loaded>
      </ModalBody>
      <ModalFooter>
        <Inline grow="fill" spread="space-between" alignBlock="center" space="space.200">
          <Inline space="space.200" rowSpace="space.050" shouldWrap>
            {details?.url !== undefined && (
              <Text>
                <Link href={details.url} openNewTab>
                  {texts.openObject}
                </Link>
              </Text>
            )}
            <WorkItemsLink objectId={objectId} />
          </Inline>
          <Button appearance="primary" autoFocus onClick={onClose}>
            {texts.close}
          </Button>
        </Inline>
      </ModalFooter>
    </Modal>
  );
}

/** Nothing while Jira isn't asked yet, and where it doesn't say how its fields are searched. */
function WorkItemsLink({ objectId }: { readonly objectId: string }) {
  const address = useAnswer(findWorkItems, { objectId }).value?.address;
  if (address === undefined) return null;
  return (
    <Text>
      <Link href={address} openNewTab>
        {texts.workItems}
      </Link>
    </Text>
  );
}

function AllAttributes({ details }: { details: Details }) {
  const { typeName, attributes } = details;
  return (
    <Stack space="space.200">
      {typeName !== undefined && <Text color="color.text.subtle">{typeName}</Text>}
      {attributes.map((attribute) => (
        <NamedValues key={attribute.attributeId} attribute={attribute} />
      ))}
      {attributes.length === 0 && <Text>{texts.noDetails}</Text>}
    </Stack>
  );
}

function NamedValues({ attribute }: { attribute: ShownAttribute }) {
  return (
    <Stack space="space.025">
      <Text size="small" weight="medium" color="color.text.subtle">
        {attribute.name}
      </Text>
      <AttributeValues attribute={attribute} />
    </Stack>
  );
}

function AttributeValues({ attribute }: { attribute: ShownAttribute }) {
  const formats = useFormats();
  const values = attribute.values.map((value) => presentValue(value, attribute, formats));
  const more = attribute.moreValues ?? 0;
  if (!values.some(({ isPerson }) => isPerson)) {
    return (
      <Text>
        {values.map((value, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <PresentedText value={value} />
          </Fragment>
        ))}
        {more > 0 && ` ${valueTexts.moreValues(more)}`}
      </Text>
    );
  }
  return (
    <Inline space="space.100" rowSpace="space.025" alignBlock="center" shouldWrap>
      {values.map((value, index) => (
        <Inline key={index} space="space.050" alignBlock="center">
          <Initials name={value.text} />
          <Text>
            <PresentedText value={value} />
          </Text>
        </Inline>
      ))}
      {more > 0 && <Text>{valueTexts.moreValues(more)}</Text>}
    </Inline>
  );
}

function PresentedText({ value: { text, address, lozenge } }: { value: PresentedValue }) {
  if (lozenge) return <Lozenge appearance={lozenge}>{text}</Lozenge>;
  if (address === undefined) return <>{isolated(text)}</>;
  return (
    <Link href={address} openNewTab={!address.startsWith('mailto:')}>
      {isolated(text)}
    </Link>
  );
}
