import { Button, Input, Space } from 'antd'
import { type ClipboardEvent, useContext, useRef, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { COLLECTION_LABELS, collectionOf, pageOf } from '../../document.ts'
import { insertText } from '../insert-text.ts'
import { FormContext } from './form-context.ts'
import { cleanHtml, cleanText } from './paste.ts'
import { problemWords } from './values.ts'

/** Text inserted before and after the selection; without `after`, before the whole line. */
const TOOLS: [name: string, before: string, after?: string][] = [
  ['标题', '## '],
  ['小标题', '### '],
  ['列表', '- '],
  ['加粗', '**', '**'],
  ['表格', '\n\n| 项目 | 内容 |\n| --- | --- |\n| ', ' |  |\n\n'],
]

/** A file has an empty line before the body and a line end after it; the editor hides both. */
const shownOf = (body: string) => body.replace(/^\n+/, '').replace(/\n$/, '')
const writtenOf = (text: string) => `\n${text.replace(/^\n+/, '').trimEnd()}\n`

interface Props {
  body: string
  /** Line of the file where the body begins. */
  bodyLine: number
  problems: readonly Problem[]
  onChange(body: string): void
}

/** Edits the Markdown of a document, with buttons for everything that the portal allows in it. */
export function BodyEditor({ body, bodyLine, problems, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // Keeps trailing line ends while the editor types, although they are not saved.
  const [typed, setTyped] = useState(() => shownOf(body))
  const [pasted, setPasted] = useState<number>()
  const text = writtenOf(typed) === writtenOf(shownOf(body)) ? typed : shownOf(body)
  const area = () => place.current?.querySelector('textarea') ?? undefined

  function write(next: string) {
    setTyped(next)
    onChange(writtenOf(next))
  }

  function insert(before: string, after?: string, words?: string) {
    const field = area()
    if (!field) return
    const { selectionStart: at, selectionEnd: to } = field
    const from = after === undefined ? text.lastIndexOf('\n', at - 1) + 1 : at
    const inside = before + (words ?? text.slice(from, to))
    insertText(field, inside + (after ?? ''), inside.length, from)
  }

  function paste(event: ClipboardEvent) {
    const html = event.clipboardData.getData('text/html')
    const cleaned = (html && cleanHtml(html)) || cleanText(event.clipboardData.getData('text/plain'))
    if (cleaned === '') return
    event.preventDefault()
    insert('', '', cleaned)
    setPasted(cleaned.replace(/\s/g, '').length)
  }

  const firstLine = bodyLine + (/^\n*/.exec(body)?.[0].length ?? 0)
  const wrong = problems
    .filter(({ field }) => field === '正文')
    .map((problem) => ({ line: problem.line - firstLine + 1, words: problemWords(problem) }))

  function goTo(line: number) {
    const before = text.split('\n').slice(0, Math.max(0, line - 1))
    const from = before.join('\n').length + (before.length > 0 ? 1 : 0)
    area()?.focus()
    area()?.setSelectionRange(from, from + (text.split('\n')[line - 1]?.length ?? 0))
  }

  return (
    <div ref={place}>
      <Space wrap role="toolbar" aria-label="正文的格式" className="form-tools">
        {TOOLS.map(([name, before, after]) => (
          <Button key={name} size="small" onClick={() => insert(before, after)}>
            {name}
          </Button>
        ))}
        <LinkChoice
          onChoose={(title, address) => {
            const words = text.slice(area()?.selectionStart ?? 0, area()?.selectionEnd ?? 0) || title
            insert(
              '[',
              `](${address.replace(/[()\s]/g, encodeURIComponent)})`,
              words.replace(/[[\]]/g, '\\$&'),
            )
          }}
        />
      </Space>
      <Input.TextArea
        id="field-正文"
        aria-label="正文"
        spellCheck={false}
        autoSize={{ minRows: 12, maxRows: 24 }}
        value={text}
        onChange={({ target }) => write(target.value)}
        onPaste={paste}
      />
      <p className="form-note" role="status">
        {pasted !== undefined && `粘贴了 ${pasted} 个字（不计空白），请与来源核对。`}
      </p>
      {wrong.map(({ line, words }) => (
        <p key={`${line} ${words}`} className="form-wrong">
          <Button type="link" size="small" onClick={() => goTo(line)}>
            正文第 {line} 行
          </Button>
          ：{words}
        </p>
      ))}
    </div>
  )
}

/** A link to a page of the portal, found by its title or id, or to any typed address. */
function LinkChoice({ onChoose }: { onChoose(title: string, address: string): void }) {
  const { documents } = useContext(FormContext)
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const pages = documents.flatMap(({ file, id, title, number }) => {
    const collection = collectionOf(file)
    const page = pageOf(file, { id })
    if (!collection || !page || ['providers', 'loans'].includes(collection)) return []
    return [
      { value: page, title, label: `${COLLECTION_LABELS[collection]} ${id} · ${title}`, also: `${number}` },
    ]
  })
  const isOutside = /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(address)
  const outside = { value: address, title: address, label: `链接到 ${address}`, also: '' }
  return (
    <Select<string | null>
      size="small"
      className="form-link"
      aria-label="链接到"
      placeholder="插入链接：标题、编号、文号或网址"
      value={null}
      showSearch={{
        onSearch: setTyped,
        filterOption: (said, page) =>
          page?.value === address || `${page?.label} ${page?.['also']}`.includes(said.trim()),
      }}
      notFoundContent="没有找到；网址从 https:// 写起"
      options={isOutside ? [outside, ...pages] : pages}
      onSelect={(value, { title }) => value && onChoose(title ?? value, value)}
    />
  )
}
