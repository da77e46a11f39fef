import {
  Box,
  Button,
  Image,
  Inline,
  Label,
  Link,
  LinkButton,
  Lozenge,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  Spinner,
  Stack,
  Text,
  Textfield,
} from '@forge/react';
import { Fragment, useState } from 'react';
import type * as z from 'zod/mini';
import {
  countReferrers,
  findWorkItems,
  listLastChanges,
  viewObject,
  type ObjectChange,
  type ObjectDetails as Details,
} from '../objects/object-details-contract';
import type { ShownAttribute } from '../objects/objects-contract';
import type { StoredObject } from '../objects/stored-value';
import type { ResolverFunction, Trouble } from '../replies/reply';
import { useAnswer, type LatestReply } from '../screen/call-resolver';
import { Loaded, TroubleText } from '../screen/loaded';
import { SubtleText } from '../screen/subtle-text';
import { ConnectPlaceProvider } from '../screen/use-connect-turn';
import { isolated, type Formats } from './formats';
import { Initials } from './initials';
import { useFreshPictures } from './use-fresh-pictures';
import { presentValue, type PresentedValue, valueTexts, withSymbol } from './present-value';
import { useFormats } from './use-formats';

const texts = {
  loadingDetails: 'Loading all details',
  connectForDetails: 'Connect your Workspace Data Service account to see the details.',
  noDetails: 'This object has no other details, or none you have access to.',
  open: 'Open',
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyByHand: 'Copy this link',
  openPicture: 'Open picture',
  close: 'Close',
  loadingSurroundings: 'Loading references, work items and last changes',
  noReferrers: 'References can’t be shown now.',
  noWorkItems: 'Work items can’t be shown now.',
  noHistory: 'History can’t be shown now.',
  workItems: 'Work items with this object',
  lastChanges: 'Last changes',
  created: 'Created',
  restored: 'Restored',
  changed: 'Changed',
  formerMember: 'A former member',
  operator: 'The operator of the service',
};

/** `12 objects` */
function counted(count: number, one: string, many: string, { number }: Formats): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Names the dialog, and the button that opens it. */
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
  const surroundings = useSurroundings(objectId);
  const [copy, setCopy] = useState<CopyOutcome>();
  const details = loaded.value;
  const reload = () => {
    loaded.reload();
    surroundings.reload();
  };
  return (
    <Modal onClose={onClose} width="medium" label={allDetailsOf(object.label)}>
      <ModalHeader>
        <ModalTitle>{details ? withSymbol(details) : object.label}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        {/* The dialog covers what shows the way to connect elsewhere on the page. */}
        <ConnectPlaceProvider value={undefined}>
          <Stack space="space.200">
            <Loaded
              {...loaded}
              reload={reload}
              loadingText={texts.loadingDetails}
              spinnerSize="medium"
              connectReason={texts.connectForDetails}
            >
              {(value) => <AllAttributes details={value} takenAt={loaded.takenAt} />}
            </Loaded>
            <Surroundings {...surroundings} isObjectShown={details !== undefined} />
            {copy === 'impossible' && details?.url !== undefined && (
              <LinkToCopy link={details.url} />
            )}
          </Stack>
        </ConnectPlaceProvider>
      </ModalBody>
      <ModalFooter>
        <Inline grow="fill" spread="space-between" alignBlock="center" space="space.100">
          <Inline space="space.100" rowSpace="space.050" alignBlock="center" shouldWrap>
            {details?.url !== undefined && (
              <>
                <LinkButton href={details.url} target="_blank">
                  {texts.open}
                </LinkButton>
                <CopyButton link={details.url} onCopy={setCopy} />
              </>
            )}
            <Box role="status">{copy === 'copied' && <SubtleText>{texts.copied}</SubtleText>}</Box>
          </Inline>
          <Button appearance="primary" autoFocus onClick={onClose}>
            {texts.close}
          </Button>
        </Inline>
      </ModalFooter>
    </Modal>
  );
}

type CopyOutcome = 'copied' | 'impossible';

interface CopyButtonProps {
  readonly link: string;
  readonly onCopy: (outcome: CopyOutcome) => void;
}

/** @see docs/platform-assumptions.md, 82 */
function CopyButton({ link, onCopy }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      onCopy('copied');
    } catch {
      onCopy('impossible');
    }
  };
  return <Button onClick={() => void copy()}>{texts.copyLink}</Button>;
}

/** For people to copy by hand, where the platform doesn't let the app do it. */
function LinkToCopy({ link }: { readonly link: string }) {
  const id = 'link-to-copy';
  return (
    <Stack space="space.050">
      <Label labelFor={id}>{texts.copyByHand}</Label>
      <Textfield id={id} value={link} isReadOnly autoFocus />
    </Stack>
  );
}

interface AllAttributesProps {
  readonly details: Details;
  /** When the service said so, in milliseconds since the epoch. */
  readonly takenAt: number | undefined;
}

function AllAttributes({ details, takenAt }: AllAttributesProps) {
  const { typeName, attributes } = details;
  return (
    <Stack space="space.200">
      {typeName !== undefined && <Text color="color.text.subtle">{typeName}</Text>}
      {attributes.map((attribute) => (
        <NamedValues key={attribute.attributeId} {...{ attribute, details, takenAt }} />
      ))}
      {attributes.length === 0 && <Text>{texts.noDetails}</Text>}
    </Stack>
  );
}

interface NamedValuesProps extends AllAttributesProps {
  readonly attribute: ShownAttribute;
}

function NamedValues({ attribute, ...props }: NamedValuesProps) {
  return (
    <Stack space="space.025">
      <FieldName>{attribute.name}</FieldName>
      <AttributeValues attribute={attribute} />
      <Pictures attribute={attribute} {...props} />
    </Stack>
  );
}

/** Draws the small pictures of files below their names, and links the page with the files themselves. */
function Pictures({ attribute, details, takenAt }: NamedValuesProps) {
  const formats = useFormats();
  const areFresh = useFreshPictures(takenAt);
  const pictures = attribute.values.flatMap(
    (value) => presentValue(value, attribute, formats).picture ?? [],
  );
  if (!areFresh || pictures.length === 0) return null;
  return (
    <Inline space="space.100" rowSpace="space.100" alignBlock="center" shouldWrap>
      {pictures.map(({ address, fileName }, index) => (
        <Image key={index} src={address} alt={fileName} width="96px" height="96px" />
      ))}
      {details.url !== undefined && <TextLink address={details.url}>{texts.openPicture}</TextLink>}
    </Inline>
  );
}

function FieldName({ children }: { children: string }) {
  return (
    <Text size="small" weight="medium" color="color.text.subtle">
      {children}
    </Text>
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

/** Asks for what there is around an object as its details open, each by itself. */
function useSurroundings(objectId: string) {
  const referrers = useAnswer(countReferrers, { objectId });
  const workItems = useAnswer(findWorkItems, { objectId });
  const history = useAnswer(listLastChanges, { objectId });
  const all = [referrers, workItems, history];
  return {
    ...{ referrers, workItems, history },
    isLoading: all.some(({ isLoading }) => isLoading),
    reload: () => all.forEach((part) => part.reload()),
  };
}

interface SurroundingsProps extends Omit<ReturnType<typeof useSurroundings>, 'reload'> {
  /** Whether the object itself is shown: what the service says of it is of no use alone. */
  readonly isObjectShown: boolean;
}

/** Shows what refers to an object, which work items hold it, and what was last changed of it. */
function Surroundings({ isObjectShown, isLoading, ...parts }: SurroundingsProps) {
  const { referrers, workItems, history } = parts;
  return (
    <>
      <Inline space="space.200" rowSpace="space.050" alignBlock="center" shouldWrap>
        {isObjectShown && <Referrers {...referrers} />}
        <WorkItems {...workItems} />
        {isObjectShown && isLoading && <Spinner size="small" label={texts.loadingSurroundings} />}
      </Inline>
      {isObjectShown && <LastChanges {...history} />}
    </>
  );
}

type LatestAnswer<Asked extends ResolverFunction> = Pick<
  LatestReply<z.output<Asked['reply']>>,
  'value' | 'trouble'
>;

/** Says that an answer is missing. Without a connection, the object's own notice says so for all. */
function Failure({ trouble, text }: { trouble: Trouble | undefined; text: string }) {
  return trouble?.kind === 'problem' ? <TroubleText>{text}</TroubleText> : null;
}

function Referrers({ value, trouble }: LatestAnswer<typeof countReferrers>) {
  const formats = useFormats();
  const { count, address } = value?.counted ?? {};
  if (!count || address === undefined)
    return <Failure trouble={trouble} text={texts.noReferrers} />;
  return (
    <TextLink address={address}>
      {`Referred to by ${counted(count, 'object', 'objects', formats)}`}
    </TextLink>
  );
}

/**
 * Links Jira's search for the work items, with their number unless Jira says none: a work item shows this, and Jira finds
 * it some seconds after it was saved. Draws nothing where Jira doesn't say how its fields are searched.
 */
function WorkItems({ value, trouble }: LatestAnswer<typeof findWorkItems>) {
  const formats = useFormats();
  const { address, count } = value ?? {};
  if (address === undefined) return <Failure trouble={trouble} text={texts.noWorkItems} />;
  return (
    <TextLink address={address}>
      {count ? `On ${counted(count, 'work item', 'work items', formats)}` : texts.workItems}
    </TextLink>
  );
}

function TextLink({ address, children }: { address: string; children: string }) {
  return (
    <Text>
      <Link href={address} openNewTab>
        {children}
      </Link>
    </Text>
  );
}

function LastChanges({ value, trouble }: LatestAnswer<typeof listLastChanges>) {
  const { changes = [] } = value ?? {};
  if (changes.length === 0) return <Failure trouble={trouble} text={texts.noHistory} />;
  return (
    <Stack space="space.050">
      <FieldName>{texts.lastChanges}</FieldName>
      {changes.map((change, index) => (
        <LastChange key={index} change={change} />
      ))}
    </Stack>
  );
}

function LastChange({ change }: { change: ObjectChange }) {
  const { dateTime } = useFormats();
  return (
    <Text maxLines={2}>
      {`${personOf(change)}, ${dateTime(change.changedAt)} · ${subjectOf(change)}`}
    </Text>
  );
}

function subjectOf({ action, attributeNames, moreAttributes }: ObjectChange): string {
  if (action === 'create') return texts.created;
  if (action === 'restore') return texts.restored;
  if (attributeNames.length === 0) return texts.changed;
  const names = attributeNames.map(isolated).join(', ');
  return moreAttributes > 0 ? `${names} ${valueTexts.moreValues(moreAttributes)}` : names;
}

function personOf({ userName, isByOperator }: ObjectChange): string {
  if (userName !== undefined) return isolated(userName);
  return isByOperator ? texts.operator : texts.formerMember;
}
