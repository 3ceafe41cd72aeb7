import { FIELD_LABELS, type FieldName, type TypedFields } from '../../lib/contract/orders/draft.ts'
import type { ApplicationDraft } from '../../lib/contract/orders/order-fields.ts'
import { differences, type Form, sync } from '../../lib/stores/declare/form.ts'
import { TwoVersions } from '../parts/form/TwoVersions.tsx'

interface Props {
  form: Form
  theirs: ApplicationDraft
}

/** The draft was changed here and elsewhere. */
export function ConflictNote({ form, theirs }: Props) {
  const { content } = form
  const other = theirs as TypedFields
  const names = differences(content, { ...content, ...other }).filter((name) => name in other)
  return (
    <TwoVersions
      heading="h3"
      title="这份草稿在另一个页面或设备上也改过"
      lead="两份内容都在，请选择用哪一份继续。"
      elsewhere="另一处"
      rows={names.map((name) => ({
        label: FIELD_LABELS[name],
        mine: shown(content, name),
        theirs: shown(other, name),
      }))}
      onChoose={sync.resolveConflict}
    />
  )
}

function shown(fields: TypedFields, name: FieldName): string {
  const value = fields[name]
  if (typeof value === 'string') return value || '（空）'
  const ready = value.filter((each) => each.ready).map((each) => each.name)
  return ready.length > 0 ? `已备齐：${ready.join('、')}` : '（未勾选）'
}
