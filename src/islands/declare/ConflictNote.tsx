import { FIELD_LABELS, type FieldName, type TypedFields } from '../../lib/contract/draft.ts'
import type { Order } from '../../lib/contract/order.ts'
import { differences, type Form } from '../../lib/stores/declare-form.ts'
import { resolveConflict } from '../../lib/stores/declare-save.ts'

interface Props {
  form: Form
  theirs: Order
}

/** The draft was changed here and elsewhere: both versions side by side, and the choice. */
export function ConflictNote({ form, theirs }: Props) {
  const other = theirs.fields as TypedFields
  const names = differences(form.fields, { ...form.fields, ...other }).filter((name) => name in other)
  return (
    <section className="declare-conflict" role="alert">
      <h3>这份草稿在另一个页面或设备上也改过</h3>
      <p>两份内容都在，请选择用哪一份继续。</p>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">这里</th>
            <th scope="col">另一处</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{FIELD_LABELS[name]}</th>
              <td>{shown(form.fields, name)}</td>
              <td>{shown(other, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="declare-choice">
        <button type="button" className="button" onClick={() => resolveConflict('mine')}>
          用这里的内容
        </button>
        <button type="button" className="button" onClick={() => resolveConflict('theirs')}>
          用另一处的内容
        </button>
      </p>
    </section>
  )
}

function shown(fields: TypedFields, name: FieldName): string {
  const value = fields[name]
  if (typeof value === 'string') return value || '（空）'
  const ready = value.filter((each) => each.ready).map((each) => each.name)
  return ready.length > 0 ? `已备齐：${ready.join('、')}` : '（未勾选）'
}
