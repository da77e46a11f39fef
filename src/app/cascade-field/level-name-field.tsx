import { Textfield } from '@forge/react';
import { LabelledField } from '../field-configuration/labelled-field';
import { useTypedText } from '../query-editor/use-typed-text';
import {
  nameFaultOf,
  type CascadeChange,
  type CascadeDraft,
  type LevelDraft,
} from './cascade-draft';
import { cascadeConfigTexts as texts } from './config-texts';
import { maximumLevelNameLength } from './level-limits';
import { levelNameTexts } from './level-name-texts';

interface LevelNameFieldProps {
  readonly draft: CascadeDraft;
  readonly level: LevelDraft;
  readonly onChange: (change: CascadeChange) => void;
}

/** The name of a level, which the queries follow once it is written to its end. */
export function LevelNameField({ draft, level, onChange }: LevelNameFieldProps) {
  const { levelId, name } = level;
  const id = `name-${levelId}`;
  const input = useTypedText(name, (typed) =>
    onChange({ kind: 'levelNamed', levelId, name: typed }),
  );
  const fault = nameFaultOf(draft, level);
  // Nothing is wrong yet with a name that nobody has begun to write.
  const isFaulty = fault !== undefined && (fault !== 'EMPTY' || level.knownAs !== '');
  return (
    <LabelledField
      id={id}
      label={texts.nameLabel}
      help={texts.nameHelp}
      error={isFaulty ? levelNameTexts[fault] : undefined}
    >
      <Textfield
        key={input.revision}
        id={id}
        testId={id}
        placeholder={texts.namePlaceholder}
        maxLength={maximumLevelNameLength}
        isInvalid={isFaulty}
        defaultValue={name}
        onChange={({ target }) => input.type(String(target.value ?? ''))}
        onBlur={() => onChange({ kind: 'namesSettled' })}
      />
    </LabelledField>
  );
}
