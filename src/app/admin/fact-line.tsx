import { Text } from '@forge/react';

interface FactLineProps {
  readonly label: string;
  readonly value: string;
}

/** One thing known, with its name before it. */
export function FactLine({ label, value }: FactLineProps) {
  return (
    <Text>
      <Text as="strong">{label}:</Text> {value}
    </Text>
  );
}
