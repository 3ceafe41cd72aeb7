import './two-versions.css'
import { useStore } from '@nanostores/react'
import { flushSync } from 'react-dom'
import { fromDraftContent, type TypedForm } from '../../../lib/forms/typed-form.ts'
import { $form, $formSync, currentForm, typedIn } from '../../../lib/stores/forms/form.ts'
import { resolveFormConflict } from '../../../lib/stores/forms/open.ts'
import type { Words } from './FormClosed.tsx'
import { focusLegend } from './use-form.ts'

interface Props {
  /** Level of the heading, by the place where it stands. */
  heading: 'h2' | 'h3'
  title: string
  lead: string
  /** What the other place is called: 账户里. */
  elsewhere: string
  /** What differs, in words. */
  rows: readonly { label: string; mine: string; theirs: string }[]
  /** `pressed` is removed together with the choice. */
  onChoose: (choice: 'mine' | 'theirs', pressed: HTMLButtonElement) => void
}

/** A draft was changed here and elsewhere: both versions side by side, and the choice. */
export function TwoVersions({ heading: Heading, title, lead, elsewhere, rows, onChoose }: Props) {
  return (
    <section className="two-versions" role="alert">
      <Heading>{title}</Heading>
      <p>{lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">这里</th>
            <th scope="col">{elsewhere}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="two-versions-choice">
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => onChoose('mine', currentTarget)}
        >
          使用这里的内容
        </button>
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => onChoose('theirs', currentTarget)}
        >
          使用{elsewhere}的内容
        </button>
      </p>
    </section>
  )
}

/** The account has another draft, or the application that is amended was changed meanwhile. */
export function ConflictChoice({ labels, shown = (_, text) => text }: Words) {
  const sync = useStore($formSync, { ssr: 'initial' })
  const mine = typedIn(useStore($form, { ssr: 'initial' }))
  if (sync.status !== 'conflict') return null
  const isAmendment = currentForm()?.poid != null
  // What was handed in, not another correction that waits in the account.
  const isSent = isAmendment && !sync.theirs.isCorrection
  const theirs = fromDraftContent(sync.theirs.content)
  const textOf = ({ texts }: TypedForm, name: string) => (texts[name] ? shown(name, texts[name]) : '（空）')
  const namesOf = ({ files }: TypedForm) => files.map(({ local_name }) => local_name).join('\n') || '（无）'
  const rows = Object.entries(labels).map(([name, label]) => {
    return { label, mine: textOf(mine, name), theirs: textOf(theirs, name) }
  })
  const files = { label: '材料', mine: namesOf(mine), theirs: namesOf(theirs) }
  return (
    <TwoVersions
      heading="h2"
      title={isSent ? '这份申请在别处改过，已经提交' : `账户里还有一份不同的${isAmendment ? '修改' : '草稿'}`}
      lead="可能由您在其他设备上或由同事填写。两个版本均已保留，请选择其一继续。"
      elsewhere={isSent ? '申请里' : '账户里'}
      rows={[...rows, files].filter((row) => row.mine !== row.theirs)}
      onChoose={(choice, { form }) => {
        flushSync(() => resolveFormConflict(choice))
        focusLegend(form)
      }}
    />
  )
}
