import { useEffect, useId, useRef, useState } from 'react'
import {
  type LoanTerms,
  METHOD_NAMES,
  REPAYMENT_METHODS,
  repaymentPlan,
} from '../../lib/rules/loan/schedule.ts'
import { formatCents } from '../../lib/rules/text/format-number.ts'
import { type ComparedProduct, LoanComparison } from './LoanComparison.tsx'
import { MethodRods, PlanTable } from './Plan.tsx'
import { TermField, type TypedTerms, useTerms } from './typed-terms.tsx'
import './loan-calculator.css'

const PAUSE_MS = 800

/** Announces a text that changes with each key only after a pause, and not the first one. */
function useSettled(text: string): string {
  const shown = useRef(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text === shown.current) return
    const timer = setTimeout(() => {
      shown.current = text
      setSaid(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return said
}

const START: TypedTerms = { amount: '500000', rate: '4', months: '12', method: 'annuity' }
const FIELDS = [
  { name: 'amount', label: '贷款金额（元）', hint: '可以写 50万' },
  { name: 'rate', label: '年化利率（%）', hint: '单利' },
  { name: 'months', label: '期限（月）', hint: '' },
] as const

/**
 * 还款试算, and its costs for each product. The build renders one result, so that the page is complete without a script.
 */
export function LoanCalculator({ products }: { products: readonly ComparedProduct[] }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { terms, ...fields } = useTerms(form, START)
  const { typed, problems, change } = fields
  const [chosen, setChosen] = useState<ComparedProduct | undefined>(undefined)

  useEffect(() => {
    function fill(): void {
      const product = products.find(({ id }) => location.hash === `#calculate-${id}`)
      if (!product) return
      setChosen(product)
      change({
        amount: String(product.amount.max),
        // The result is never better than the product.
        rate: String(product.rate.max),
        months: String(product.months.max),
        method: product.method,
      })
      form.current?.scrollIntoView({ block: 'start' })
      form.current?.querySelector('input')?.focus({ preventScroll: true })
    }
    return watchAddress(fill)
  }, [products, change])

  const plan = terms && repaymentPlan(terms)
  const said = useSettled(plan ? speak(plan) : `没有结果。${Object.values(problems).join('；')}`)
  return (
    <section className="calculator" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>还款试算</h2>
      <form ref={form} onSubmit={(event) => event.preventDefault()} aria-describedby={`${id}-note`}>
        <p className="soft" id={`${id}-note`}>
          {chosen
            ? `按“${chosen.title}”的最高利率试算，可以修改。`
            : '利息按月计算，结果精确到分；实际以合同为准。'}
        </p>
        <div className="calculator-fields">
          {FIELDS.map((field) => (
            <TermField key={field.name} {...field} {...fields} />
          ))}
        </div>
        <fieldset className="wrap calculator-methods">
          <legend>还款方式</legend>
          {REPAYMENT_METHODS.map((method) => (
            <label key={method}>
              <input
                type="radio"
                name="method"
                value={method}
                checked={typed.method === method}
                onChange={() => change({ method })}
              />
              {METHOD_NAMES[method]}
            </label>
          ))}
        </fieldset>
      </form>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {terms && plan && <Result terms={terms} plan={plan} />}
      {terms && <LoanComparison products={products} terms={terms} />}
    </section>
  )
}

type Plan = ReturnType<typeof repaymentPlan>

function sumsOf({ instalments, totalInterest, totalPayment }: Plan): [string, number][] {
  const first = instalments[0]?.payment ?? 0
  const last = instalments.at(-1)?.payment ?? 0
  return [
    [instalments.length > 1 ? '第 1 个月还' : '到期一次还', first],
    ...(instalments.length > 1 ? [['最后一个月还', last] satisfies [string, number]] : []),
    ['利息合计', totalInterest],
    ['本息合计', totalPayment],
  ]
}

function speak(plan: Plan): string {
  return sumsOf(plan)
    .map(([term, cents]) => `${term} ${formatCents(cents)} 元`)
    .join('，')
}

function Result({ terms, plan }: { terms: LoanTerms; plan: Plan }) {
  const { instalments } = plan
  return (
    <>
      <dl className="calculator-sums">
        {sumsOf(plan).map(([term, cents]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <b>{formatCents(cents)}</b> 元
            </dd>
          </div>
        ))}
      </dl>
      <MethodRods terms={terms} />
      <PlanTable instalments={instalments} />
    </>
  )
}

/**
 * Runs `react` for the present address, its changes, and repeated clicks on a link to it.
 * @returns a function that ends it
 */
function watchAddress(react: () => void): () => void {
  // Then the address does not change. The jump itself would move the focus.
  function hear(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.hash || link.href !== location.href) return
    event.preventDefault()
    react()
  }
  react()
  addEventListener('hashchange', react)
  addEventListener('click', hear)
  return () => {
    removeEventListener('hashchange', react)
    removeEventListener('click', hear)
  }
}
