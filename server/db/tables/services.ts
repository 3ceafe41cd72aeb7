/** Providers' categories, experts and reservations. */

// biome-ignore lint/suspicious/noEmptyInterface: filled by its slice
export interface ServiceTables {}
