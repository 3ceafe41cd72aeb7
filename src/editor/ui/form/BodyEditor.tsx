import { Button, Flex, Input, Space } from 'antd'
import { type ClipboardEvent, useRef, useState } from 'react'
import { insertText } from '../insert-text.ts'
import { cleanHtml, cleanText } from './paste.ts'

/** Text inserted before and after the selection; without `after`, before the whole line. */
const TOOLS: [name: string, before: string, after?: string][] = [
  ['标题', '## '],
  ['小标题', '### '],
  ['列表', '- '],
  ['加粗', '**', '**'],
  ['链接', '[', '](https://)'],
  ['表格', '\n\n| 项目 | 内容 |\n| --- | --- |\n| ', ' |  |\n\n'],
]

/** A file has an empty line before the body and a line end after it; the editor hides both. */
const shownOf = (body: string) => body.replace(/^\n+/, '').replace(/\n$/, '')
const writtenOf = (text: string) => `\n${text.replace(/^\n+/, '').trimEnd()}\n`

interface Props {
  body: string
  onChange(body: string): void
}

export function BodyEditor({ body, onChange }: Props) {
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

  return (
    <Flex vertical gap="small" ref={place}>
      <Space wrap role="toolbar" aria-label="正文的格式">
        {TOOLS.map(([name, before, after]) => (
          <Button key={name} size="small" onClick={() => insert(before, after)}>
            {name}
          </Button>
        ))}
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
      <p className="editor-note" role="status">
        {pasted !== undefined && `粘贴了 ${pasted} 个字（不计空白），请与来源核对。`}
      </p>
    </Flex>
  )
}
