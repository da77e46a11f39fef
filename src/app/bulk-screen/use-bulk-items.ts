import { useEffect, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Trouble } from '../replies/reply';
import { itemsPerCall, readBulkItems, type BulkItem } from './bulk-edit-contract';

interface LoadedItems {
  /** Those that are read so far. */
  readonly items: readonly BulkItem[];
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** What the chosen work items hold, read one part after the other; a failed part is asked again. */
export function useBulkItems(count: number): LoadedItems {
  const [items, setItems] = useState<readonly BulkItem[]>([]);
  const [offset, setOffset] = useState(0);
  const [turn, setTurn] = useState(0);
  const [trouble, setTrouble] = useState<Trouble>();
  useEffect(() => {
    let isCurrent = true;
    if (offset >= count) return undefined;
    void callResolver(readBulkItems, { offset }).then((reply) => {
      if (!isCurrent) return;
      setTrouble(reply.kind === 'ok' ? undefined : reply);
      if (reply.kind !== 'ok') return;
      setItems((before) => [...before, ...reply.value.items]);
      setOffset(offset + itemsPerCall);
    });
    return () => {
      isCurrent = false;
    };
  }, [offset, count, turn]);
  const isLoading = offset < count && trouble === undefined;
  const reload = () => {
    setTrouble(undefined);
    setTurn(turn + 1);
  };
  return { items, trouble, isLoading, reload };
}
