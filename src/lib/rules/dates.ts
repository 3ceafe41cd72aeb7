/** 2026-11-20 → 2026年11月20日, for running text. Tables keep the ISO form. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}
