export function installMissingPackages(folder?: string): void;
export function installPackagesOf(source: string, folder: string): void;
