import { useState } from 'react';
import { Label } from '@atlaskit/form';
import { ModalTransition } from '@atlaskit/modal-dialog';
import Select from '@atlaskit/select';
import { SettingsDialog } from '../screens/settings-dialog';
import { saveProfile } from '../calls/sandbox-calls';
import { useSession } from '../session/session';

interface Option {
  value: string;
  label: string;
}

/** Asks for language and time zone; apps are told both, and Jira writes its times by them. */
export function ProfileDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
