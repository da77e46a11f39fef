export const appFolders: string[];
export const foldersForStatic: string[];
export const forbiddenImports: Record<string, string[]>;
export const platformPackages: RegExp;
export const platformFolder: string;
export const sandboxFolders: string[];
export const serviceFolders: string[];
