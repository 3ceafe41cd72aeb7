import { useStore } from '@nanostores/react'
import { fromDraftContent, type TypedForm } from '../../../lib/contract/typed-form.ts'
import { $form, $formKeeping, typedIn } from '../../../lib/stores/form.ts'
import { resolveFormConflict } from '../../../lib/stores/form-save.ts'

interface Props {
  /** What fields are called, and their texts in words where they are not. */
  labels: Readonly<Record<string, string>>
  shown?: (name: string, text: string) => string
}

/** The account has another draft: both versions side by side, and the choice. */
export function ConflictChoice({ labels, shown = (_, text) => text }: Props) {
  const keeping = useStore($formKeeping, { ssr: 'initial' })
  const mine = typedIn(useStore($form, { ssr: 'initial' }))
  if (keeping.status !== 'conflict') return null
  const theirs = fromDraftContent(keeping.theirs.content)
  const rows = Object.entries(labels).filter(
    ([name]) => (mine.texts[name] ?? '') !== (theirs.texts[name] ?? ''),
  )
  const textOf = ({ texts }: TypedForm, name: string) => (texts[name] ? shown(name, texts[name]) : '（空）')
  const namesOf = ({ files }: TypedForm) => files.map(({ local_name }) => local_name).join('、') || '（无）'
  return (
    <section className="form-conflict" role="alert">
      <h2>账户里还有一份不同的草稿</h2>
      <p>可能是您在别的设备上，或者同事填写的。两份都在，请选择用哪一份继续。</p>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">这里</th>
            <th scope="col">账户里</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{textOf(mine, name)}</td>
              <td>{textOf(theirs, name)}</td>
            </tr>
          ))}
          {namesOf(mine) !== namesOf(theirs) && (
            <tr>
              <th scope="row">材料</th>
              <td>{namesOf(mine)}</td>
              <td>{namesOf(theirs)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="form-choice">
        <button type="button" className="button" onClick={() => resolveFormConflict('mine')}>
          用这里的内容
        </button>
        <button type="button" className="button" onClick={() => resolveFormConflict('theirs')}>
          用账户里的内容
        </button>
      </p>
    </section>
  )
}
