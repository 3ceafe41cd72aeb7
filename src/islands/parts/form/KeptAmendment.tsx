import { useState } from 'react'
import type { TypedForm } from '../../../lib/forms/typed-form.ts'
import type { Form } from '../../../lib/stores/forms/form.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

export interface Words {
  /** What fields are called, and their texts in words where they are not. */
  labels: Readonly<Record<string, string>>
  shown?: (name: string, text: string) => string
}

interface Props extends Words {
  kept: Form
  onDiscard: () => void
}

/** What somebody changed in an application that cannot be corrected any more: to be read and copied, and deleted. */
export function KeptAmendment({ kept, onDiscard, labels, shown = (_, text) => text }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { content, base } = kept
  const changed = Object.entries(labels).filter(([name]) => content.texts[name] !== base?.texts[name])
  const rows = changed.map(([name, label]) => {
    const text = content.texts[name]
    return { label, text: text ? shown(name, text) : '（空）' }
  })
  if (namesOf(content) !== (base && namesOf(base))) rows.push({ label: '材料', text: namesOf(content) })
  return (
    <section className="form-kept" aria-label="没有提交的修改">
      <p>您在这台设备上改过，没有提交：</p>
      <dl>
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        删除这份修改
      </button>
      {isAsking && (
        <ConfirmDialog title="删除没有提交的修改？" onConfirm={onDiscard} onCancel={() => setAsking(false)}>
          <p>修改会从这台设备上删除，不能恢复。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function namesOf({ files }: TypedForm): string {
  return files.map(({ local_name }) => local_name).join('、') || '（无）'
}
