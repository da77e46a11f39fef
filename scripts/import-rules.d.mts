export const appFolders: string[];
interface AppSide {
  names: string;
  folders: string[];
  packages: RegExp;
}
export const appSides: { browser: AppSide; forge: AppSide; both: string };
export function sideOf(path: string): 'browser' | 'forge' | 'both';
export const foldersForStatic: string[];
export const forbiddenImports: Record<string, string[]>;
export const platformPackages: RegExp;
export const platformFolder: string;
export const sandboxFolders: string[];
export const serviceFolders: string[];
