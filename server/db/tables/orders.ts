/** Application orders, other applications, and their service files. */

// biome-ignore lint/suspicious/noEmptyInterface: filled by its slice
export interface OrderTables {}
