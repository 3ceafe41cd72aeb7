import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { regionsOf } from '../../lib/contract/provider-form.ts'
import { fromDraftContent } from '../../lib/contract/typed-form.ts'
import { $form, $formKeeping, typedIn } from '../../lib/stores/forms/form.ts'
import { $regionNames, loadRegionNames } from '../../lib/stores/region-names.ts'
import { ConflictChoice } from '../kit/form/ConflictChoice.tsx'

const LABELS = {
  category_id: '服务类别',
  company_name: '企业名称',
  credit_code: '统一社会信用代码',
  services: '服务内容',
  regions: '服务地区',
  cases: '服务案例',
  contact: '联系人',
  phone: '联系电话',
}

/** Two drafts of 服务商入驻 side by side, codes in words. */
export function ProviderConflict({ categoryName }: { categoryName: (id: string) => string }) {
  const keeping = useStore($formKeeping, { ssr: 'initial' })
  const mine = typedIn(useStore($form, { ssr: 'initial' }))
  const names = useStore($regionNames, { ssr: 'initial' })
  const theirs = keeping.status === 'conflict' ? fromDraftContent(keeping.theirs.content) : undefined
  const codes = theirs ? [...regionsOf(mine), ...regionsOf(theirs)].join(',') : ''
  useEffect(() => {
    loadRegionNames(codes.split(',').filter(Boolean))
  }, [codes])
  const shown = (name: string, text: string) => {
    if (name === 'category_id') return categoryName(text)
    if (name !== 'regions') return text
    return text
      .split(',')
      .map((code) => names[code] ?? code)
      .join('、')
  }
  return <ConflictChoice labels={LABELS} shown={shown} />
}
