import AddIcon from '@atlaskit/icon/core/add';
import AppIcon from '@atlaskit/icon/core/app';
import ArrowDownIcon from '@atlaskit/icon/core/arrow-down';
import ArrowLeftIcon from '@atlaskit/icon/core/arrow-left';
import ArrowRightIcon from '@atlaskit/icon/core/arrow-right';
import ArrowUpIcon from '@atlaskit/icon/core/arrow-up';
import CalendarIcon from '@atlaskit/icon/core/calendar';
import CheckMarkIcon from '@atlaskit/icon/core/check-mark';
import ChevronDownIcon from '@atlaskit/icon/core/chevron-down';
import ChevronLeftIcon from '@atlaskit/icon/core/chevron-left';
import ChevronRightIcon from '@atlaskit/icon/core/chevron-right';
import ChevronUpIcon from '@atlaskit/icon/core/chevron-up';
import ClockIcon from '@atlaskit/icon/core/clock';
import CopyIcon from '@atlaskit/icon/core/copy';
import CrossIcon from '@atlaskit/icon/core/cross';
import CrossCircleIcon from '@atlaskit/icon/core/cross-circle';
import DatabaseIcon from '@atlaskit/icon/core/database';
import DeleteIcon from '@atlaskit/icon/core/delete';
import DownloadIcon from '@atlaskit/icon/core/download';
import DragHandleVerticalIcon from '@atlaskit/icon/core/drag-handle-vertical';
import EditIcon from '@atlaskit/icon/core/edit';
import EmailIcon from '@atlaskit/icon/core/email';
import FileIcon from '@atlaskit/icon/core/file';
import FilterIcon from '@atlaskit/icon/core/filter';
import GlobeIcon from '@atlaskit/icon/core/globe';
import ImageIcon from '@atlaskit/icon/core/image';
import InformationCircleIcon from '@atlaskit/icon/core/information-circle';
import LinkIcon from '@atlaskit/icon/core/link';
import LinkBrokenIcon from '@atlaskit/icon/core/link-broken';
import LinkExternalIcon from '@atlaskit/icon/core/link-external';
import LocationIcon from '@atlaskit/icon/core/location';
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
import UndoIcon from '@atlaskit/icon/core/undo';
import UploadIcon from '@atlaskit/icon/core/upload';
import * as z from 'zod';

const glyphs = {
  add: AddIcon,
  app: AppIcon,
  'arrow-down': ArrowDownIcon,
  'arrow-left': ArrowLeftIcon,
  'arrow-right': ArrowRightIcon,
  'arrow-up': ArrowUpIcon,
  calendar: CalendarIcon,
  'check-mark': CheckMarkIcon,
  'chevron-down': ChevronDownIcon,
  'chevron-left': ChevronLeftIcon,
  'chevron-right': ChevronRightIcon,
  'chevron-up': ChevronUpIcon,
  clock: ClockIcon,
  copy: CopyIcon,
  cross: CrossIcon,
  'cross-circle': CrossCircleIcon,
  database: DatabaseIcon,
  delete: DeleteIcon,
  download: DownloadIcon,
  'drag-handle-vertical': DragHandleVerticalIcon,
  edit: EditIcon,
  email: EmailIcon,
  file: FileIcon,
  filter: FilterIcon,
  globe: GlobeIcon,
  image: ImageIcon,
  'information-circle': InformationCircleIcon,
  link: LinkIcon,
  'link-broken': LinkBrokenIcon,
  'link-external': LinkExternalIcon,
  location: LocationIcon,
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
  undo: UndoIcon,
  upload: UploadIcon,
};

/** The glyphs of UI Kit that the sandbox draws. */
export const glyphName = z.custom<keyof typeof glyphs>(
  (value) => typeof value === 'string' && Object.hasOwn(glyphs, value),
  { error: ({ input }) => `The sandbox has no glyph ${JSON.stringify(input)}` },
);

interface GlyphProps {
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
