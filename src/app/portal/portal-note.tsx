import { Text } from '@forge/react';
import { callResolver } from '../screen/call-resolver';
import { useReply } from '../screen/use-reply';
import { readPortalNote } from './portal-contract';

const load = () => callResolver(readPortalNote, {});

/** Tells people who work on a request why its customer could choose nothing; nothing where they could. */
export function PortalNote() {
  const note = useReply(load).value?.note;
  if (note === undefined || note === null) return null;
  return (
    <Text size="small" color="color.text.subtle">
      {note}
    </Text>
  );
}
