import { useCallback, useEffect, useState } from 'react';
import type { Trouble } from '../../../src/app/replies/reply';
import { callResolver, useReply } from '../../../src/app/screen/call-resolver';
import {
  listMissingPages,
  listTabs,
  type Tabs,
} from '../../../src/app/project-pages/project-pages-contract';

interface LoadedTabs {
  /** The latest that were loaded; kept where a further load fails. */
  readonly loaded: Tabs | undefined;
  readonly trouble: Trouble | undefined;
  /** The tabs that show a page that is gone, as far as an admin may know. */
  readonly missingIds: ReadonlySet<string>;
  readonly reload: () => void;
}

/** The tabs of the project, and for admins which of them show a page that is gone. */
export function useTabs(): LoadedTabs {
  const { value, trouble, reload } = useReply(loadTabs);
  const [loaded, setLoaded] = useState<Tabs>();
  const [missingIds, setMissingIds] = useState<ReadonlySet<string>>(new Set());
  if (value && value !== loaded) setLoaded(value);

  // Afterwards, since the tabs themselves need not wait for it.
  const look = useCallback(async () => {
    const missing = await callResolver(listMissingPages, {});
    if (missing.kind === 'ok') setMissingIds(new Set(missing.value.tabIds));
  }, []);
  const hasMarks = loaded?.canManage === true && loaded.tabs.length > 0;
  useEffect(() => {
    if (hasMarks) void look();
  }, [hasMarks, loaded, look]);
  return { loaded, trouble, missingIds, reload };
}

const loadTabs = () => callResolver(listTabs, {});
