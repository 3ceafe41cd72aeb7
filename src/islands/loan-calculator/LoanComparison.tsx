import { useEffect, useId, useState } from 'react'
import { type LoanTerms, METHOD_NAMES } from '../../lib/rules/loan/schedule.ts'
import { type ComparedLoan, compareLoans, type LoanOffer } from '../../lib/rules/loan/terms.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'

/** A product with its purposes. */
export interface ComparedProduct extends LoanOffer {
  needs: readonly string[]
}

type Fitting = Extract<ComparedLoan, { status: 'fits' }>

/** Number of bars; the table has the rest. */
const SHOWN = 5

/** The longest bar leaves space for the amounts at its end. */
const LONGEST = 46

interface LoanComparisonProps {
  products: readonly ComparedProduct[]
  terms: LoanTerms
}

/** 同额同期: the costs of one amount for one term with each product of the chosen purpose. */
export function LoanComparison({ products, terms }: LoanComparisonProps) {
  const id = useId()
  const asked = useNeed()
  const wanted = products.filter(({ needs }) => asked !== null && needs.includes(asked))
  // A purpose without products shows all, like the filter.
  const serving = wanted.length > 0 ? wanted : products
  const compared = compareLoans(serving, terms.amountCents / 100, terms.months)
  const fits = compared.filter((loan) => loan.status === 'fits')
  return (
    <section className="compare" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>同额同期利息对比</h3>
      {fits.length > 0 && <Rods loans={fits.slice(0, SHOWN)} />}
      <p className="soft" role="status">
        {fits.length > 0
          ? `${formatNumber(terms.amountCents / 100)} 元，${terms.months} 个月，按最低至最高利率；${fitWords(fits.length)}。`
          : '没有产品提供这个金额和期限，原因见表。'}
      </p>
      <CostTable loans={compared} />
    </section>
  )
}

function fitWords(count: number): string {
  return count > SHOWN ? `${count} 个产品可借，图中是利息最少的 ${SHOWN} 个，其余见表` : `${count} 个产品可借`
}

/** Returns the purpose in the address; null for any. */
function useNeed(): string | null {
  const [need, setNeed] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setNeed(new URLSearchParams(location.search).get('need'))
    read()
    addEventListener('popstate', read)
    // A link of the filter changes the address without leaving the page.
    document.addEventListener('call:calculator', read)
    return () => {
      removeEventListener('popstate', read)
      document.removeEventListener('call:calculator', read)
    }
  }, [])
  return need
}

function Rods({ loans }: { loans: readonly Fitting[] }) {
  const longest = Math.max(...loans.map(({ most }) => most.interest))
  return (
    <ol className="compare-rods">
      {loans.map(({ offer, least, most }) => (
        <li key={offer.id}>
          <p>
            <a href={`#product-${offer.id}`}>{offer.title}</a>
            <small>{METHOD_NAMES[offer.method]}</small>
          </p>
          <Rod least={least.interest} most={most.interest} longest={longest} />
        </li>
      ))}
    </ol>
  )
}

/** Solid up to the lowest rate, pale up to the highest. */
function Rod({ least, most, longest }: { least: number; most: number; longest: number }) {
  const length = longest === 0 ? 0 : (most / longest) * LONGEST
  return (
    <p className="wrap compare-rod">
      <svg width={`${length}%`} height={16} aria-hidden="true">
        <rect width="100%" height="16" className="compare-may" />
        <rect width={`${most === 0 ? 0 : (least / most) * 100}%`} height="16" className="compare-sure" />
      </svg>
      <span>{rangeWords(least, most)} 元</span>
    </p>
  )
}

/** Every product, including those that do not lend it. */
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

/** Formats 分 as whole 元: an offer is no more exact. */
function rangeWords(least: number, most: number): string {
  const [from, to] = [least, most].map((cents) => formatNumber(Math.round(cents / 100)))
  return from === to ? `${to}` : `${from}–${to}`
}
