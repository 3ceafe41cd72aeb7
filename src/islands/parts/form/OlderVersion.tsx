import './older-version.css'
import { useStore } from '@nanostores/react'
import { copyText } from '../../../lib/browser/copy-text.ts'
import type { OtherVersion } from '../../../lib/browser/kept/kept-drafts.ts'
import type { TypedForm } from '../../../lib/forms/typed-form.ts'
import { $form, currentForm, dropOther } from '../../../lib/stores/forms/form.ts'
import { showToast } from '../../kit/toast.ts'
import { focusLegend } from './use-form.ts'

interface Row {
  label: string
  text: string
}

interface Words {
  /** Labels of the fields; `shown` returns the words for coded texts. */
  labels: Readonly<Record<string, string>>
  shown?: (name: string, text: string) => string
}

function rowsOf(
  { texts, files }: TypedForm,
  other: TypedForm,
  { labels, shown = (_, text) => text }: Words,
): Row[] {
  const rows = Object.entries(labels).flatMap(([name, label]) => {
    const text = texts[name] ?? ''
    return text === (other.texts[name] ?? '') ? [] : [{ label, text: text ? shown(name, text) : '（空）' }]
  })
  const names = namesOf(files)
  return names === namesOf(other.files) ? rows : [...rows, { label: '材料', text: names }]
}

function namesOf(files: TypedForm['files']): string {
  return files.map(({ local_name }) => local_name).join('、') || '（无）'
}

interface Props {
  from: OtherVersion<unknown>['from']
  rows: readonly Row[]
  onClose: (pressed: HTMLButtonElement) => void
}

/** A draft was edited here and elsewhere: the form holds the newer version, the other one can be copied. */
export function OlderVersion({ from, rows, onClose }: Props) {
  async function copy() {
    const isCopied = await copyText(rows.map(({ label, text }) => `${label}：${text}`).join('\n'))
    showToast(isCopied ? '已复制' : '浏览器未允许复制，请选中文字后复制', isCopied ? 'success' : 'error')
  }
  return (
    <section className="older-version" role="status" aria-label="较早的版本">
      <p>
        {from === 'here'
          ? '账户里有更新的版本，已放入表单。您在这里填写的较早一份如下，需要时可以复制。'
          : '账户里另有一份较早的版本，可能由您在其他设备上或由同事填写。表单里是您刚填写的；较早的一份如下，需要时可以复制。'}
      </p>
      <dl className="facts">
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="form-choice">
        <button type="button" className="button" onClick={copy}>
          复制这些内容
        </button>
        <button type="button" className="button" onClick={({ currentTarget }) => onClose(currentTarget)}>
          不再显示
        </button>
      </p>
    </section>
  )
}

export function OlderFormVersion(words: Words) {
  const form = currentForm(useStore($form, { ssr: 'initial' }))
  if (!form?.other) return null
  const { from, content } = form.other
  return (
    <OlderVersion
      from={from}
      rows={rowsOf(content, form.content, words)}
      onClose={(pressed) => {
        focusLegend(pressed)
        dropOther()
      }}
    />
  )
}
