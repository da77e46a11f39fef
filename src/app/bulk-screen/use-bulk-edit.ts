import { useEffect, useState, useRef } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Trouble, Reply } from '../replies/reply';
import { itemsPerCall, readBulkItems, type BulkItem, type SavedPart } from './bulk-edit-contract';

/** What the chosen work items hold, read one part after the other; a failed part is asked again. */
export function useBulkItems(count: number) {
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

/** Changes the part of the chosen work items that begins there. */
export type SavePart = (offset: number) => Promise<Reply<SavedPart>>;

const nothing: SavedPart = { savedCount: 0, unchangedCount: 0, leftOut: [] };

/** Saves one part of the chosen work items after the other; another run continues where one stopped. */
export function useBulkSave(count: number) {
  const [done, setDone] = useState(0);
  const [trouble, setTrouble] = useState<Trouble>();
  const [result, setResult] = useState<SavedPart>();
  const [isRunning, setIsRunning] = useState(false);
  const isBusy = useRef(false);

  async function run(savePart: SavePart) {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    setTrouble(undefined);
    let [offset, sum] = done < count ? [done, result ?? nothing] : [0, nothing];
    while (offset < count) {
      const reply = await savePart(offset);
      if (reply.kind !== 'ok') {
        setTrouble(reply);
        break;
      }
      const { savedCount, unchangedCount, leftOut } = reply.value;
      offset = Math.min(count, offset + itemsPerCall);
      sum = {
        savedCount: sum.savedCount + savedCount,
        unchangedCount: sum.unchangedCount + unchangedCount,
        leftOut: [...sum.leftOut, ...leftOut],
      };
      setDone(offset);
      setResult(sum);
    }
    isBusy.current = false;
    setIsRunning(false);
  }

  /** After the person chose something else: what was saved stays saved. */
  function forget() {
    setDone(0);
    setTrouble(undefined);
    setResult(undefined);
  }

  return { isRunning, done, trouble, result, run, forget };
}
