import {
  Button,
  Inline,
  Link,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  Stack,
  Text,
} from '@forge/react';
import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import {
  findWorkItems,
  viewObject,
  type ObjectDetails as Details,
} from '../objects/object-details-contract';
import type { ShownAttribute } from '../objects/objects-contract';
import type { StoredObject } from '../objects/stored-value';
import { AttributeValues } from './attribute-values';
import { detailsTexts as texts } from './display-texts';
import type { Formats } from './formats';

interface ObjectDetailsProps {
  readonly object: StoredObject;
  readonly formats: Formats;
  readonly onClose: () => void;
}

/** A dialog with all that the person may see of an object, loaded as it opens. */
export function ObjectDetails({ object, formats, onClose }: ObjectDetailsProps) {
  const { objectId } = object;
  const load = useCallback(() => callResolver(viewObject, { objectId }), [objectId]);
  const loaded = useReply(load);
  const details = loaded.value;
  return (
    <Modal onClose={onClose} width="medium" label={texts.details(object.label)}>
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
          {(value) => <AllAttributes details={value} formats={formats} />}
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
  const load = useCallback(() => callResolver(findWorkItems, { objectId }), [objectId]);
  const address = useReply(load).value?.address;
  if (address === undefined) return null;
  return (
    <Text>
      <Link href={address} openNewTab>
        {texts.workItems}
      </Link>
    </Text>
  );
}

function AllAttributes({ details, formats }: { details: Details; formats: Formats }) {
  const { typeName, attributes } = details;
  return (
    <Stack space="space.200">
      {typeName !== undefined && <Text color="color.text.subtle">{typeName}</Text>}
      {attributes.map((attribute) => (
        <NamedValues key={attribute.attributeId} attribute={attribute} formats={formats} />
      ))}
      {attributes.length === 0 && <Text>{texts.noDetails}</Text>}
    </Stack>
  );
}

function NamedValues({ attribute, formats }: { attribute: ShownAttribute; formats: Formats }) {
  return (
    <Stack space="space.025">
      <Text size="small" weight="medium" color="color.text.subtle">
        {attribute.name}
      </Text>
      <AttributeValues attribute={attribute} formats={formats} />
    </Stack>
  );
}
