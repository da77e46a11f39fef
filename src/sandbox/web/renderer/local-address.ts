import { useSession } from '../session/session';

/** Turns an address at one of the app's remotes into that of what stands for it on this machine. */
export function useLocalAddress(): (address: string) => string {
  const { origins } = useSession().state;
  return (address) => {
    if (!URL.canParse(address)) return address;
    const { origin, pathname, search, hash } = new URL(address);
    const local = origins[origin];
    return local === undefined ? address : `${local}${pathname}${search}${hash}`;
  };
}
