import { useRef, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';
import { itemsPerCall, type SavedPart } from './bulk-edit-contract';

/** Changes the part of the chosen work items that begins there. */
export type SavePart = (offset: number) => Promise<Reply<SavedPart>>;

interface Save {
  readonly isRunning: boolean;
  /** How many work items were looked at. */
  readonly done: number;
  readonly trouble: Trouble | undefined;
  /** What became of those. */
  readonly result: SavedPart | undefined;
  readonly run: (savePart: SavePart) => Promise<void>;
  /** After the person chose something else: what was saved stays saved. */
  readonly forget: () => void;
}

const nothing: SavedPart = { savedCount: 0, unchangedCount: 0, leftOut: [] };

/** Saves one part of the chosen work items after the other; another run goes on where one stopped. */
export function useBulkSave(count: number): Save {
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

  function forget() {
    setDone(0);
    setTrouble(undefined);
    setResult(undefined);
  }

  return { isRunning, done, trouble, result, run, forget };
}
