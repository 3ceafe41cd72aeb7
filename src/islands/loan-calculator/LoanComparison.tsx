import { useEffect, useId, useState } from 'react'
import { type LoanTerms, METHOD_NAMES } from '../../lib/rules/loan/schedule.ts'
import { type ComparedLoan, compareLoans, type LoanOffer } from '../../lib/rules/loan/terms.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { Rod } from '../kit/Rod.tsx'

export interface ComparedProduct extends LoanOffer {
  needs: readonly string[]
}

type Fitting = Extract<ComparedLoan, { status: 'fits' }>

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
      {fits.length > 0 && <Rods loans={fits} />}
      <p className="soft" role="status">
        {fits.length > 0
          ? `${formatNumber(terms.amountCents / 100)} 元，${terms.months} 个月，按最低至最高利率；${fits.length} 个产品可借。`
          : '没有产品提供这个金额和期限。'}
      </p>
      <ul className="soft">
        {compared.map(
          (loan) =>
            loan.status !== 'fits' && (
              <li key={loan.offer.id}>
                {loan.offer.title}：{loan.why}
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

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
          <p className="wrap compare-rod">
            <Rod from={least.interest} to={most.interest} most={longest} longest={LONGEST} />
            <span>{rangeWords(least.interest, most.interest)} 元</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function rangeWords(least: number, most: number): string {
  const [from, to] = [least, most].map((cents) => formatNumber(Math.round(cents / 100)))
  return from === to ? `${to}` : `${from}–${to}`
}
