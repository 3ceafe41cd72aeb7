/** Expert chat and the consultations of orders. */

// biome-ignore lint/suspicious/noEmptyInterface: filled by its slice
export interface ChatTables {}
