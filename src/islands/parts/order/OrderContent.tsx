import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '../../../lib/contract/orders/order.ts'
import { LICENCE_SLOT, PERMIT_SLOT, PROVIDER_LABELS } from '../../../lib/forms/provider-form.ts'
import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import { creditCodeHint } from '../../../lib/rules/text/credit-code.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $categories, refreshCategories } from '../../../lib/stores/providers.ts'
import { $regionNames, loadRegionNames } from '../../../lib/stores/region.ts'
import './order-parts.css'

type FieldOf<Kind extends Order> = Kind extends Order ? keyof Kind['fields'] : never

const LABELS: Readonly<Record<FieldOf<Order>, string | null>> = {
  ...PROVIDER_LABELS,
  legal_person: '法定代表人',
  amount: '金额',
  term_months: '期限',
  purpose: '贷款用途',
  summary: '申报说明',
  address: '地址',
  industry: '所属行业',
  founded_on: '成立日期',
  employees: '人数',
  annual_revenue: '年营业收入',
  // Shown by `ProviderRows`.
  category_id: null,
  regions: null,
  // Shown by `productOf`.
  product: null,
  product_id: null,
  // Shown among the files and materials.
  licence: null,
  permits: null,
  materials: null,
  consent: null,
  region: null,
}

const FIRST = ['amount', 'term_months', 'purpose']

const MONEY = new Set(['amount', 'annual_revenue'])

type LoanFields = Extract<Order, { kind: 'loan' }>['fields']

export function OrderContent({ order }: { order: Order }) {
  const isFounder = order.kind === 'loan' && order.fields.credit_code === null
  const fields = { ...order.fields, ...(isFounder && { credit_code: '尚未注册' }) }
  const entries = Object.entries(fields)
  const isFirst = ([name]: [string, unknown]) => order.kind === 'loan' && FIRST.includes(name)
  const sorted = [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
  const rows = sorted.flatMap(([name, value]) => {
    const label = LABELS[name as FieldOf<Order>]
    return label && (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? [{ name, label, text: shown(name, value) }]
      : []
  })
  const product = order.kind === 'loan' ? productOf(order.fields) : []
  const papers = papersOf(order)
  const materials = order.kind === 'application' ? order.fields.materials : []
  const withFiles = new Set(order.files.flatMap((file) => file.materials))
  if (rows.length === 0 && materials.length === 0 && papers.length === 0) return null
  return (
    <section className="order-content" aria-label="申报内容">
      <h3>申报内容</h3>
      <dl className="facts">
        {order.kind === 'provider' && <ProviderRows fields={order.fields} />}
        {[...product, ...rows].map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {papers.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {materials.length > 0 && (
          <div>
            <dt>材料清单</dt>
            <dd>
              <ul>
                {materials.map(({ name, ready }) => (
                  <li key={name}>
                    {ready || withFiles.has(name) ? '已备齐' : '未备齐'}：{name}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** Returns product and provider: the first thing that a decision needs. */
function productOf({ product_id, product }: LoanFields): { name: string; label: string; text: string }[] {
  if (!product) {
    const text = product_id === undefined ? '未指定，请本站推荐' : `编号 ${product_id} 的产品`
    return [{ name: 'product', label: '贷款产品', text }]
  }
  return [
    { name: 'product', label: '贷款产品', text: product.title },
    { name: 'lender', label: '贷款机构', text: product.lender },
  ]
}

/** Returns the files of a loan or provider application with their labels. */
function papersOf(order: Order): { label: string; text: string }[] {
  const nameOf = ({ local_name, hash_name }: { local_name: string; hash_name: string }) => {
    const scan = order.scans?.[hash_name]
    return scan ? `${local_name}（${SCAN_WORDS[scan]}）` : local_name
  }
  if (order.kind === 'provider') {
    const { licence, permits } = order.fields
    const names = permits.map(nameOf)
    return [
      ...(licence ? [{ label: LICENCE_SLOT, text: nameOf(licence) }] : []),
      ...(names.length > 0 ? [{ label: PERMIT_SLOT, text: names.join('、') }] : []),
    ]
  }
  const files = order.kind === 'loan' ? order.fields.materials : []
  return [...new Set(files.map(({ name }) => name))].map((label) => ({
    label,
    text: files
      .filter(({ name }) => name === label)
      .map(nameOf)
      .join('、'),
  }))
}

function shown(name: string, value: string | number): string {
  if (MONEY.has(name)) return `${formatNumber(Number(value))} 元`
  if (name === 'term_months') return `${value} 个月`
  const odd = name === 'credit_code' && creditCodeHint(String(value))
  return odd ? `${value}（${odd}）` : String(value)
}

type Fields = Pick<Extract<Order, { kind: 'provider' }>['fields'], 'category_id' | 'regions'>

function ProviderRows({ fields: { category_id, regions } }: { fields: Fields }) {
  const categories = useStore($categories)
  const names = useStore($regionNames)
  const codes = regions.join(',')
  useEffect(() => {
    if (!$categories.get()) refreshCategories()
  }, [])
  useEffect(() => {
    loadRegionNames(codes.split(','))
  }, [codes])
  return (
    <>
      {category_id !== undefined && (
        <div>
          <dt>{PROVIDER_LABELS.category_id}</dt>
          <dd>{categories?.find(({ id }) => id === category_id)?.name ?? `编号 ${category_id}`}</dd>
        </div>
      )}
      <div>
        <dt>{PROVIDER_LABELS.regions}</dt>
        <dd>{regions.map((code) => names[code] ?? code).join('、')}</dd>
      </div>
    </>
  )
}
