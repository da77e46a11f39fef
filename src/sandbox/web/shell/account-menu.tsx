import { useState } from 'react';
import Avatar from '@atlaskit/avatar';
import DropdownMenu, {
  DropdownItem,
  DropdownItemGroup,
  DropdownItemRadio,
  DropdownItemRadioGroup,
} from '@atlaskit/dropdown-menu';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { useSession } from '../session/session';
import { SelectField, SettingsDialog } from '../screens/dialogs';
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

/** Asks for language and time zone; apps are told both, and Jira writes its times by them. */
function ProfileDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return <ModalTransition>{isOpen && <ProfileForm onClose={onClose} />}</ModalTransition>;
}

function ProfileForm({ onClose }: { onClose: () => void }) {
  const { tracker, state, reload } = useSession();
  const [profile, setProfile] = useState(state.profile);
  return (
    <SettingsDialog
      title="Language and time zone"
      submitLabel="Save"
      onClose={onClose}
      onSubmit={async () => {
        await saveProfile(tracker, profile);
        reload();
      }}
    >
      <SelectField
        id="profile-locale"
        label="Language"
        items={state.locales}
        idOf={(locale) => locale}
        textOf={languageName}
        chosen={profile.locale}
        onChange={(locale) => setProfile({ ...profile, locale })}
      />
      <SelectField
        id="profile-time-zone"
        label="Time zone"
        // The browser may not list what the server calls it.
        items={[...new Set([...Intl.supportedValuesOf('timeZone'), profile.timeZone])]}
        idOf={(timeZone) => timeZone}
        textOf={(timeZone) => timeZone}
        chosen={profile.timeZone}
        onChange={(timeZone) => setProfile({ ...profile, timeZone })}
      />
    </SettingsDialog>
  );
}

/** `Deutsch (Deutschland)` for `de-DE`: people look for their language in their language. */
function languageName(locale: string): string {
  const names = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' });
  return names.of(locale) ?? locale;
}
