import Button from '@atlaskit/button/new';
import SectionMessage from '@atlaskit/section-message';

interface CrashCardProps {
  label: string;
  message: string;
  onReload: () => void;
}

/** Stands where an app stopped working. */
export function CrashCard({ label, message, onReload }: CrashCardProps) {
  return (
    <div role="alert" data-testid="app-crash">
      <SectionMessage appearance="error" title={`The app behind ${label} stopped working`}>
        <p>{message}</p>
        <Button onClick={onReload}>Reload</Button>
      </SectionMessage>
    </div>
  );
}

/** Names the bridge commands that an app used and the sandbox doesn't model. */
export function UnsupportedCommands({ commands }: { commands: readonly string[] }) {
  if (commands.length === 0) return null;
  return (
    <div role="alert" className="unsupported" data-testid="unsupported-command">
      The sandbox doesn’t support the bridge command{' '}
      {commands.map((command) => `“${command}”`).join(', ')}.
    </div>
  );
}
