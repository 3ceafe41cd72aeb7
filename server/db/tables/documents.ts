/** Folders and files of companies. */

// biome-ignore lint/suspicious/noEmptyInterface: filled by its slice
export interface DocumentTables {}
