export function findPostgresPrograms(): string | undefined;
export function hasPostgres(): boolean;
