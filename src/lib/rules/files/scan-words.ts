/** What both sides read of a file that the virus scanner has not let through. */
export const SCAN_WORDS = { pending: '安全检查中', refused: '未通过安全检查' } as const
