import { useState } from 'react';
import Avatar from '@atlaskit/avatar';
import DropdownMenu, {
  DropdownItem,
  DropdownItemGroup,
  DropdownItemRadio,
  DropdownItemRadioGroup,
} from '@atlaskit/dropdown-menu';
import { useSession } from '../session/session';
import { ProfileDialog } from './profile-dialog';

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
