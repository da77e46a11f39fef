import { RadioGroup } from '@forge/react';
import { bulkTexts as texts, type OperationTexts } from './bulk-texts';
import type { BulkOperation } from './bulk-edit-contract';

interface OperationChoiceProps<Operation extends BulkOperation> {
  readonly operations: readonly Operation[];
  readonly operationTexts: Record<Operation, OperationTexts>;
  readonly chosen: Operation;
  readonly isDisabled: boolean;
  readonly onChoose: (operation: Operation) => void;
}

/** What is done to the chosen work items. */
export function OperationChoice<Operation extends BulkOperation>(
  props: OperationChoiceProps<Operation>,
) {
  const { operations, operationTexts, chosen, isDisabled, onChoose } = props;
  return (
    <RadioGroup
      name={texts.operation}
      options={operations.map((value) => ({ value, label: operationTexts[value].choice }))}
      value={chosen}
      isDisabled={isDisabled}
      onChange={({ target }) => {
        operations.filter((one) => one === target.value).forEach(onChoose);
      }}
    />
  );
}
