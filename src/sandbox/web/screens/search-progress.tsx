import Spinner from '@atlaskit/spinner';
import { useDelay } from '../shell/page-states';

/** Says that a search is under way once it takes long enough to notice, and why it may take long. */
export function SearchProgress() {
  const isVisible = useDelay(200);
  const isSlow = useDelay(3_000);
  return (
    <div className="search-progress" role="status">
      {isVisible && <Spinner size="small" />}
      {isVisible && 'Searching...'}
      {isSlow && ' An app’s function can take up to 25 seconds the first time.'}
    </div>
  );
}
