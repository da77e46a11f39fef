import { useSession } from '../session/session';

/** Atlassian's pages about a person's own account. */
const accountOrigin = 'https://id.atlassian.com';

/** Turns an address at one of the app's remotes or of Atlassian's account pages into that of what stands for it on this machine. */
export function useLocalAddress(): (address: string) => string {
  const { origins } = useSession().state;
  return (address) => {
    if (!URL.canParse(address)) return address;
    const { origin, pathname, search, hash } = new URL(address);
    const local = origin === accountOrigin ? '' : origins[origin];
    return local === undefined ? address : `${local}${pathname}${search}${hash}`;
  };
}
