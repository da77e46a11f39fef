import { Label, RequiredAsterisk } from '@atlaskit/form';
import TextArea from '@atlaskit/textarea';
import Textfield from '@atlaskit/textfield';
import { FieldProblem } from './form-problems';

interface CreateTextProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

export function SummaryField({ value, problem, onChange }: CreateTextProps) {
  return (
    <div>
      <Label htmlFor="create-summary">
        Summary
        <RequiredAsterisk />
      </Label>
      <Textfield
        id="create-summary"
        value={value}
        autoFocus
        isRequired
        isInvalid={problem !== undefined}
        aria-describedby="create-summary-problem"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldProblem id="create-summary-problem" message={problem} />
    </div>
  );
}

export function DescriptionField({ value, problem, onChange }: CreateTextProps) {
  return (
    <div>
      <Label htmlFor="create-description">Description</Label>
      <TextArea
        id="create-description"
        value={value}
        minimumRows={3}
        isInvalid={problem !== undefined}
        aria-describedby="create-description-problem"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldProblem id="create-description-problem" message={problem} />
    </div>
  );
}
