import AddIcon from '@atlaskit/icon/core/add';
import AppIcon from '@atlaskit/icon/core/app';
import ArrowLeftIcon from '@atlaskit/icon/core/arrow-left';
import ArrowRightIcon from '@atlaskit/icon/core/arrow-right';
import ChevronDownIcon from '@atlaskit/icon/core/chevron-down';
import ChevronLeftIcon from '@atlaskit/icon/core/chevron-left';
import ChevronRightIcon from '@atlaskit/icon/core/chevron-right';
import ChevronUpIcon from '@atlaskit/icon/core/chevron-up';
import CopyIcon from '@atlaskit/icon/core/copy';
import CrossIcon from '@atlaskit/icon/core/cross';
import CrossCircleIcon from '@atlaskit/icon/core/cross-circle';
import DatabaseIcon from '@atlaskit/icon/core/database';
import DeleteIcon from '@atlaskit/icon/core/delete';
import EditIcon from '@atlaskit/icon/core/edit';
import FilterIcon from '@atlaskit/icon/core/filter';
import GlobeIcon from '@atlaskit/icon/core/globe';
import LinkIcon from '@atlaskit/icon/core/link';
import LinkBrokenIcon from '@atlaskit/icon/core/link-broken';
import LinkExternalIcon from '@atlaskit/icon/core/link-external';
import LockLockedIcon from '@atlaskit/icon/core/lock-locked';
import PersonIcon from '@atlaskit/icon/core/person';
import PersonAvatarIcon from '@atlaskit/icon/core/person-avatar';
import PersonWarningIcon from '@atlaskit/icon/core/person-warning';
import QuestionCircleIcon from '@atlaskit/icon/core/question-circle';
import RefreshIcon from '@atlaskit/icon/core/refresh';
import RetryIcon from '@atlaskit/icon/core/retry';
import SearchIcon from '@atlaskit/icon/core/search';
import SettingsIcon from '@atlaskit/icon/core/settings';
import ShowMoreHorizontalIcon from '@atlaskit/icon/core/show-more-horizontal';
import StatusErrorIcon from '@atlaskit/icon/core/status-error';
import StatusInformationIcon from '@atlaskit/icon/core/status-information';
import StatusSuccessIcon from '@atlaskit/icon/core/status-success';
import StatusWarningIcon from '@atlaskit/icon/core/status-warning';
import TagIcon from '@atlaskit/icon/core/tag';
import CheckMarkIcon from '@atlaskit/icon/core/check-mark';
import * as z from 'zod';

const glyphs = {
  add: AddIcon,
  app: AppIcon,
  'arrow-left': ArrowLeftIcon,
  'arrow-right': ArrowRightIcon,
  'chevron-down': ChevronDownIcon,
  'chevron-left': ChevronLeftIcon,
  'chevron-right': ChevronRightIcon,
  'chevron-up': ChevronUpIcon,
  copy: CopyIcon,
  cross: CrossIcon,
  'cross-circle': CrossCircleIcon,
  database: DatabaseIcon,
  delete: DeleteIcon,
  edit: EditIcon,
  filter: FilterIcon,
  globe: GlobeIcon,
  link: LinkIcon,
  'link-broken': LinkBrokenIcon,
  'link-external': LinkExternalIcon,
  'lock-locked': LockLockedIcon,
  person: PersonIcon,
  'person-avatar': PersonAvatarIcon,
  'person-warning': PersonWarningIcon,
  'question-circle': QuestionCircleIcon,
  refresh: RefreshIcon,
  retry: RetryIcon,
  search: SearchIcon,
  settings: SettingsIcon,
  'show-more-horizontal': ShowMoreHorizontalIcon,
  'status-error': StatusErrorIcon,
  'status-information': StatusInformationIcon,
  'status-success': StatusSuccessIcon,
  'status-warning': StatusWarningIcon,
  tag: TagIcon,
  'check-mark': CheckMarkIcon,
};

/** The glyphs of UI Kit that the sandbox draws. */
export const glyphName = z.custom<keyof typeof glyphs>(
  (value) => typeof value === 'string' && Object.hasOwn(glyphs, value),
  { error: ({ input }) => `The sandbox has no glyph ${JSON.stringify(input)}` },
);

export interface GlyphProps {
  name: keyof typeof glyphs;
  /** Text for assistive technology; empty when the icon only decorates. */
  label: string;
  color?: string;
}

export function Glyph({ name, label, color }: GlyphProps) {
  const Icon = glyphs[name];
  return (
    <span className="glyph" style={{ color }}>
      <Icon label={label} color="currentColor" />
    </span>
  );
}
