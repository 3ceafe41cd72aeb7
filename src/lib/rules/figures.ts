/** Numbers for people: thousands separators, 万元 and 亿元. The one formatter of the site. */

const grouped = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

/** 12345.6 → 12,345.6 */
export function formatNumber(value: number): string {
  return grouped.format(value)
}

export interface Figure {
  number: string
  unit: string
}

/** An amount in 元 as a figure and its unit: 500000 → 50 万元, 120000000 → 1.2 亿元, 3000 → 3,000 元. */
export function moneyFigure(yuan: number): Figure {
  if (yuan >= 100_000_000) return { number: formatNumber(yuan / 100_000_000), unit: '亿元' }
  if (yuan >= 10_000) return { number: formatNumber(yuan / 10_000), unit: '万元' }
  return { number: formatNumber(yuan), unit: '元' }
}

/** A range keeps the larger end's unit: 5000 to 500000 → 0.5–50 万元; percentages: 2–5 %. */
export function amountFigure(amount: { min?: number | undefined; max: number; unit: '元' | '%' }): Figure {
  const top = amount.unit === '%' ? { number: formatNumber(amount.max), unit: '%' } : moneyFigure(amount.max)
  if (amount.min === undefined || amount.min === amount.max) return top
  const scale = { '%': 1, 元: 1, 万元: 10_000, 亿元: 100_000_000 }[top.unit] ?? 1
  return { number: `${formatNumber(amount.min / scale)}–${top.number}`, unit: top.unit }
}

const KIB = 1024

/** Bytes as KB, MB or GB with 1024 each: 1536 → 1.5 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${formatNumber(bytes)} B`
  const units = ['KB', 'MB', 'GB'] as const
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), units.length)
  const value = bytes / KIB ** step
  return `${new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 }).format(value)} ${units[step - 1]}`
}
