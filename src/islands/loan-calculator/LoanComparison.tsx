import { useEffect, useId, useRef, useState } from 'react'
import { METHOD_NAMES } from '../../lib/rules/loan/schedule.ts'
import { type ComparedLoan, compareLoans, type LoanOffer } from '../../lib/rules/loan/terms.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { TermField, useTerms } from './typed-terms.tsx'

/** A product with what it may be used for. */
export interface ComparedProduct extends LoanOffer {
  needs: readonly string[]
}

type Fitting = Extract<ComparedLoan, { status: 'fits' }>

/** Rods shown; the table has the rest. */
const SHOWN = 5

const START = { amount: '500000', months: '12', rate: '0', method: 'annuity' } as const

/** The longest rod leaves room for the sums at its end. */
const LONGEST = 46

/** 比一比: one sum for one time, what each product of the chosen need takes for it. The build shows one result. */
export function LoanComparison({ products }: { products: readonly ComparedProduct[] }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { terms, ...fields } = useTerms(form, START)
  const asked = useNeed()
  const wanted = products.filter(({ needs }) => asked !== null && needs.includes(asked))
  // What no product serves is no need of the filter: it shows all, too.
  const serving = wanted.length > 0 ? wanted : products
  const compared = terms ? compareLoans(serving, terms.amountCents / 100, terms.months) : []
  const fits = compared.filter((loan) => loan.status === 'fits')
  return (
    <section className="compare" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>同一笔钱，各家要多少利息</h3>
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <TermField name="amount" label="借多少（元）" {...fields} />
        <TermField name="months" label="借多久（月）" {...fields} />
      </form>
      {terms && (
        <>
          {fits.length > 0 && <Rods loans={fits.slice(0, SHOWN)} />}
          <p className="compare-principal" role="status">
            {fits.length > 0
              ? `本金 ${formatNumber(terms.amountCents / 100)} 元，${terms.months} 个月还清，按最低到最高利率；${fitWords(fits.length)}。`
              : '没有产品借这个金额和期限，原因见表。'}
          </p>
          <CostTable loans={compared} />
        </>
      )}
    </section>
  )
}

function fitWords(count: number): string {
  return count > SHOWN ? `${count} 个产品可借，图中是利息最少的 ${SHOWN} 个，其余见表` : `${count} 个产品可借`
}

/** The need that the address asks for; null: any. */
function useNeed(): string | null {
  const [need, setNeed] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setNeed(new URLSearchParams(location.search).get('need'))
    read()
    addEventListener('popstate', read)
    // Whoever follows a link of the filter changes the address without leaving the page.
    document.addEventListener('call:compare', read)
    return () => {
      removeEventListener('popstate', read)
      document.removeEventListener('call:compare', read)
    }
  }, [])
  return need
}

/** Two measures, each on its own axis: interest, and what the first month asks for. */
function Rods({ loans }: { loans: readonly Fitting[] }) {
  const longest = (part: 'interest' | 'first') => Math.max(...loans.map(({ most }) => most[part]))
  const [interest, first] = [longest('interest'), longest('first')]
  return (
    <ol className="compare-rods">
      {loans.map(({ offer, least, most }) => (
        <li key={offer.id}>
          <p>
            <a href={`#product-${offer.id}`}>{offer.title}</a>
            <small>{METHOD_NAMES[offer.method]}</small>
          </p>
          <Rod lead="利息合计" least={least.interest} most={most.interest} longest={interest} />
          {/* Of equal instalments the first is each of them. */}
          <Rod
            lead={offer.method === 'annuity' ? '每月还款' : '首月还款'}
            least={least.first}
            most={most.first}
            longest={first}
          />
        </li>
      ))}
    </ol>
  )
}

/** Filled as far as the lowest rate goes, pale up to the highest one. */
function Rod({ lead, least, most, longest }: { lead: string; least: number; most: number; longest: number }) {
  const length = longest === 0 ? 0 : (most / longest) * LONGEST
  return (
    <p className="compare-rod">
      <span>{lead}</span>
      <svg width={`${length}%`} height={16} aria-hidden="true">
        <rect width="100%" height="16" className="compare-may" />
        <rect width={`${most === 0 ? 0 : (least / most) * 100}%`} height="16" className="compare-sure" />
      </svg>
      <span>{rangeWords(least, most)} 元</span>
    </p>
  )
}

/** Every product, those that do not lend it included. */
function CostTable({ loans }: { loans: readonly ComparedLoan[] }) {
  return (
    <details>
      <summary>列成表（{loans.length} 个产品）</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <section className="calculator-scroll" tabIndex={0} aria-label="各产品的利息和还款">
        <table>
          <thead>
            <tr>
              <th scope="col">产品</th>
              <th scope="col">还款方式</th>
              <th scope="col">年化利率</th>
              <th scope="col">利息合计（元）</th>
              <th scope="col">首月还款（元）</th>
              <th scope="col">末月还款（元）</th>
            </tr>
          </thead>
          <tbody>
            {loans.map((loan) => (
              <tr key={loan.offer.id}>
                <th scope="row">{loan.offer.title}</th>
                <td>{METHOD_NAMES[loan.offer.method]}</td>
                <td>{rateWords(loan.offer.rate)}</td>
                {loan.status === 'fits' ? (
                  <>
                    <td>{rangeWords(loan.least.interest, loan.most.interest)}</td>
                    <td>{rangeWords(loan.least.first, loan.most.first)}</td>
                    <td>{rangeWords(loan.least.last, loan.most.last)}</td>
                  </>
                ) : (
                  <td colSpan={3}>{loan.why}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function rateWords({ min, max }: { min: number; max: number }): string {
  return min === max ? `${max}%` : `${min}%–${max}%`
}

/** 分 as whole 元: what an offer says beforehand is no more exact. */
function rangeWords(least: number, most: number): string {
  const [from, to] = [least, most].map((cents) => formatNumber(Math.round(cents / 100)))
  return from === to ? `${to}` : `${from}–${to}`
}
