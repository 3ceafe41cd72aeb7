/** What a policy is worth in money, for the total of what a company may have. */

interface Supported {
  support?: string | undefined
  amount?: { min?: number | undefined; max: number; unit: '元' | '%' } | undefined
}

/**
 * The least and the most in 元. Only a grant is worth its figure: what a loan or a tax rate is worth depends on more.
 * A grant without a lower end (最高 50 万元) may turn out to be next to nothing.
 */
export function worthOf({ support, amount }: Supported): [min: number, max: number] | null {
  return support === '奖补' && amount?.unit === '元' ? [amount.min ?? 0, amount.max] : null
}
