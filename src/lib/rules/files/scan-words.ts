/** Reasons why a file is withheld, shown beside its name: the virus scanner, or changed bytes. */
export const SCAN_WORDS = { pending: '安全检查中', refused: '未通过安全检查' } as const
export const WITHHELD_WORDS = { ...SCAN_WORDS, differs: '内容与当初提交的不一致' } as const
