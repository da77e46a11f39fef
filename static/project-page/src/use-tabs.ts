import { useCallback, useEffect, useState } from 'react';
import { callResolver } from '../../../src/app/screen/call-resolver';
import { useReply } from '../../../src/app/screen/use-reply';
import { listMissingPages, listTabs } from '../../../src/app/project-pages/project-pages-contract';

/** The tabs of the project, and for admins which of them show a page that is gone. */
export function useTabs() {
  const { reply, reload } = useReply(loadTabs);
  const [missingIds, setMissingIds] = useState<ReadonlySet<string>>(new Set());
  const tabs = reply?.kind === 'ok' ? reply.value : undefined;

  // Afterwards, since the tabs themselves need not wait for it.
  const look = useCallback(async () => {
    const missing = await callResolver(listMissingPages, {});
    if (missing.kind === 'ok') setMissingIds(new Set(missing.value.tabIds));
  }, []);
  const hasMarks = tabs?.canManage === true && tabs.tabs.length > 0;
  useEffect(() => {
    if (hasMarks) void look();
  }, [hasMarks, tabs, look]);
  return { reply, missingIds, reload };
}

const loadTabs = () => callResolver(listTabs, {});
