import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '../../../lib/contract/orders/order.ts'
import { PROVIDER_LABELS } from '../../../lib/forms/provider-form.ts'
import { $categories, refreshCategories } from '../../../lib/stores/providers/provider-categories.ts'
import { $regionNames, loadRegionNames } from '../../../lib/stores/region-names.ts'

type Fields = Pick<Extract<Order, { kind: 'provider' }>['fields'], 'category_id' | 'regions'>

/** What a provider's application says in numbers, in words: its category and its regions. */
export function ProviderRows({ fields: { category_id, regions } }: { fields: Fields }) {
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
