/** Numbers for people: thousands separators, 万元 and 亿元. The only formatter of the site. */

export function formatNumber(value: number): string {
  return write(value, { most: 2 })
}

export function formatCents(cents: number): string {
  return write(cents / 100, { least: 2, most: 2 })
}

/** Writes numbers as `Intl.NumberFormat('zh-CN')`, whose first use blocks a page for 15 ms. */
function write(value: number, { least = 0, most }: { least?: number; most: number }): string {
  const digits = String(Math.round(shiftPoint(Math.abs(value), most))).padStart(most + 1, '0')
  const whole = digits.slice(0, -most).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = digits.slice(-most).replace(/0+$/, '').padEnd(least, '0')
  const sign = value < 0 && Number(digits) > 0 ? '-' : ''
  return `${sign}${whole}${fraction && `.${fraction}`}`
}

/** Moves the point in the decimal text of the number: 1.005 becomes 100.5, which times 100 would not. */
function shiftPoint(value: number, places: number): number {
  const [digits, exponent = 0] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

const UNIT_SCALE = { '%': 1, 元: 1, 万元: 10_000, 亿元: 100_000_000 }

export interface Figure {
  number: string
  unit: keyof typeof UNIT_SCALE
}

export interface Grant {
  amount?:
    | {
        lead?: string | undefined
        from?: number | undefined
        min?: number | undefined
        max: number
        unit: '元' | '%'
        per?: string | undefined
      }
    | null
    | undefined
  headline?: string | null | undefined
  support?: string | null | undefined
}

export interface GrantFigure {
  support?: string
  lead?: string
  /** The earlier value and the change: 由 25% 降到 5%. */
  from?: string
  change?: string
  number: string
  unit?: string
  per?: string
  /** A word instead of a number, or a long number whose 每人每年 stands with the lead. */
  look?: 'word' | 'long'
}

export function moneyFigure(yuan: number): Figure {
  // As shown, not as given: 99,999,999 元 reads 1 亿元, never 10,000 万元.
  const wan = Math.round(yuan / 100) / 100
  if (wan >= 10_000) return { number: formatNumber(yuan / 100_000_000), unit: '亿元' }
  if (Math.round(yuan * 100) >= 1_000_000) return { number: formatNumber(wan), unit: '万元' }
  return { number: formatNumber(yuan), unit: '元' }
}

export function moneyWords(yuan: number): string {
  const { number, unit } = moneyFigure(yuan)
  return `${number} ${unit}`
}

/** Returns a range in the larger end's unit: 5000 to 500000 → 0.5–50 万元; percentages: 2–5 %. */
export function amountFigure(amount: { min?: number | undefined; max: number; unit: '元' | '%' }): Figure {
  const top =
    amount.unit === '%' ? ({ number: formatNumber(amount.max), unit: '%' } as const) : moneyFigure(amount.max)
  if (amount.min === undefined || amount.min === amount.max) return top
  return { number: `${formatNumber(amount.min / UNIT_SCALE[top.unit])}–${top.number}`, unit: top.unit }
}

export interface WorthFigure extends Figure {
  isOpen: boolean
}

/** Returns an estimate in 元 with at most one decimal of 万元; null when nothing is known. */
export function worthFigure(min: number, max: number | null): WorthFigure | null {
  if (max === null) return min > 0 ? { ...moneyFigure(coarse(min)), isOpen: true } : null
  return { ...amountFigure({ min: coarse(min), max: coarse(max), unit: '元' }), isOpen: false }
}

/** Rounds to a tenth of 万元 or 亿元, below that to whole 元. */
function coarse(yuan: number): number {
  const step = yuan >= 99_995_000 ? 10_000_000 : yuan >= 10_000 ? 1_000 : 1
  return Math.round(yuan / step) * step
}

/** A number of this many glyphs fills its column. */
const LONG_FIGURE = 9

export function grantFigure({ amount, headline, support }: Grant): GrantFigure {
  const kind = support ? { support } : {}
  if (!amount)
    return {
      ...kind,
      ...(headline && support && { lead: support }),
      number: headline ?? support ?? '金额见正文',
      look: 'word',
    }
  const { from, max, per } = amount
  const { number, unit } = amountFigure(amount)
  const isLong = number.length >= LONG_FIGURE
  const lead = [amount.lead ?? support, isLong && per].filter(Boolean).join('／')
  return {
    ...kind,
    ...(lead && { lead }),
    ...(from !== undefined && {
      from: formatNumber(from / UNIT_SCALE[unit]),
      change: from > max ? '降到' : '提高到',
    }),
    number,
    unit,
    ...(per && !isLong && { per }),
    ...(isLong && { look: 'long' }),
  }
}

const KIB = 1024

/** Bytes as KB, MB or GB with 1024 each: 1536 → 1.5 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${formatNumber(bytes)} B`
  const units = ['KB', 'MB', 'GB'] as const
  let value = bytes / KIB
  let step = 0
  // 1 MB less a byte is shown as 1 MB, not as 1,024 KB.
  while (Math.round(value * 10) >= KIB * 10 && step < units.length - 1) {
    value /= KIB
    step += 1
  }
  return `${write(value, { most: 1 })} ${units[step]}`
}
