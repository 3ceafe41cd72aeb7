import type { PRODUCT_KINDS } from '../../rules/search/filters.ts'
import { PROVIDER_CATEGORIES } from '../provider-categories.ts'
import { regionName, regionShortName } from '../regions.ts'
import type { Fund, Provider } from '../schema/directory.ts'
import type { LoanProduct } from '../schema/loans.ts'
import type { SearchDocument } from './files.ts'

interface Product {
  kind: (typeof PRODUCT_KINDS)[number]
  page: string
  from?: string
  labels: readonly string[]
  words: readonly string[]
}

function toDocument(
  { id, title, region, themes, intro }: Pick<Provider, 'id' | 'title' | 'region' | 'themes' | 'intro'>,
  { kind, page, from, labels, words }: Product,
): SearchDocument {
  const text = [intro, ...words].join('\n')
  return {
    ...{ id, kind, region, themes, departments: [], day: '' },
    searched: {
      ...{ title, number: '', body: text },
      about: [kind, from, regionName(region), ...themes, ...labels].filter(Boolean).join(' '),
    },
    text,
    result: { title, place: regionShortName(region), ...(from && { from }), gist: intro, page },
  }
}

export function ofLoan(loan: LoanProduct): SearchDocument {
  return toDocument(loan, {
    kind: '企业贷款',
    page: `/loan/home#product-${loan.id}`,
    from: loan.lender,
    labels: ['贷款', `${loan.security}贷款`, ...loan.needs],
    words: loan.who,
  })
}

export function ofFund(fund: Fund): SearchDocument {
  return toDocument(fund, {
    kind: '产业基金',
    page: `/fund/${fund.id}`,
    from: fund.manager,
    labels: [fund.kind, fund.stage, ...fund.focus],
    words: fund.who,
  })
}

export function ofProvider(provider: Provider): SearchDocument {
  const category = PROVIDER_CATEGORIES.find(({ id }) => id === provider.category)
  return toDocument(provider, {
    kind: '服务商',
    page: `/enterprise/${provider.category}/${provider.id}`,
    labels: [category?.name ?? '', category?.description ?? '', ...(provider.regions ?? []).map(regionName)],
    words: provider.services.flatMap(({ name, text = '' }) => [name, text]),
  })
}
