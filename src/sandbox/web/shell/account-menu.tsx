import { useState } from 'react';
import Avatar from '@atlaskit/avatar';
import DropdownMenu, {
  DropdownItem,
  DropdownItemGroup,
  DropdownItemRadio,
  DropdownItemRadioGroup,
} from '@atlaskit/dropdown-menu';
import { Label } from '@atlaskit/form';
import { ModalTransition } from '@atlaskit/modal-dialog';
import Select from '@atlaskit/select';
import { useSession } from '../session/session';
import { SettingsDialog } from '../screens/dialogs';
import { saveProfile } from '../calls/sandbox-calls';

/** Who the page is used as, by whom else it could be, and the person's profile. */
export function AccountMenu() {
  const [isProfileOpen, setProfileOpen] = useState(false);
  return (
    <>
      <AccountDropdown onProfile={() => setProfileOpen(true)} />
      <ProfileDialog isOpen={isProfileOpen} onClose={() => setProfileOpen(false)} />
    </>
  );
}

function AccountDropdown({ onProfile }: { onProfile: () => void }) {
  const { state, switchAccount } = useSession();
  return (
    <DropdownMenu<HTMLButtonElement>
      placement="bottom-end"
      trigger={({ triggerRef, onClick, onFocus, onBlur, ...trigger }) => (
        <button
          {...{ onClick, onFocus, onBlur }}
          aria-controls={trigger['aria-controls']}
          aria-expanded={trigger['aria-expanded']}
          aria-haspopup={trigger['aria-haspopup']}
          type="button"
          ref={triggerRef}
          className="account-button"
          aria-label={`Account: ${state.current.displayName}. Switch user`}
        >
          <Avatar size="small" name={state.current.displayName} label="" />
          <span className="account-name">{state.current.displayName}</span>
        </button>
      )}
    >
      <DropdownItemRadioGroup id="account" title="Use the sandbox as">
        {state.accounts.map(({ account, displayName, description }) => (
          <DropdownItemRadio
            key={account}
            id={account}
            isSelected={account === state.current.account}
            description={description}
            shouldDescriptionWrap
            onClick={() => switchAccount(account)}
          >
            {`${displayName} (${account})`}
          </DropdownItemRadio>
        ))}
      </DropdownItemRadioGroup>
      <DropdownItemGroup title="Your profile">
        <DropdownItem
          onClick={onProfile}
          description={`${state.profile.locale} · ${state.profile.timeZone}`}
        >
          Language and time zone
        </DropdownItem>
      </DropdownItemGroup>
    </DropdownMenu>
  );
}

interface Option {
  value: string;
  label: string;
}

/** Asks for language and time zone; apps are told both, and Jira writes its times by them. */
function ProfileDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return <ModalTransition>{isOpen && <ProfileForm onClose={onClose} />}</ModalTransition>;
}

function ProfileForm({ onClose }: { onClose: () => void }) {
  const { tracker, state, reload } = useSession();
  const [profile, setProfile] = useState(state.profile);
  const locales = state.locales.map((value) => ({ value, label: languageName(value) }));
  const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));
  return (
    <SettingsDialog
      title="Language and time zone"
      submitLabel="Save"
      canSubmit
      onClose={onClose}
      onSubmit={async () => {
        await saveProfile(tracker, profile);
        reload();
      }}
    >
      <Choice
        id="profile-locale"
        label="Language"
        options={locales}
        value={profile.locale}
        onChange={(locale) => setProfile({ ...profile, locale })}
      />
      <Choice
        id="profile-time-zone"
        label="Time zone"
        options={timeZones}
        value={profile.timeZone}
        onChange={(timeZone) => setProfile({ ...profile, timeZone })}
      />
    </SettingsDialog>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ id, label, options, value, onChange }: ChoiceProps) {
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Select
        inputId={id}
        shouldPreventEscapePropagation
        options={options}
        menuPosition="fixed"
        value={options.find((option) => option.value === value) ?? { value, label: value }}
        onChange={(option) => option && onChange(option.value)}
      />
    </>
  );
}

/** `Deutsch (Deutschland)` for `de-DE`: people look for their language in their language. */
function languageName(locale: string): string {
  const names = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' });
  return names.of(locale) ?? locale;
}
