/** Whether what is asked for lies within the terms of a loan product. */
import { formatNumber } from '../text/format-number.ts'

export interface Range {
  min: number
  max: number
}

/** Undefined: it does. @param amount 元 */
export function amountOutside(amount: number, { min, max }: Range): string | undefined {
  return amount >= min && amount <= max
    ? undefined
    : `这个产品的额度是 ${formatNumber(min)} 至 ${formatNumber(max)} 元`
}

/** Undefined: it does. @param months NaN: none was typed */
export function monthsOutside(months: number, { min, max }: Range): string | undefined {
  const isWithin = Number.isInteger(months) && months >= min && months <= max
  return isWithin ? undefined : `请填写 ${min} 至 ${max} 之间的整月数`
}
