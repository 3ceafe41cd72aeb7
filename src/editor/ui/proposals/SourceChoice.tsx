/** Where the text comes from that is read: a document of the library, a file, or what is pasted. */
import { useStore } from '@nanostores/react'
import { Alert, Button, Input, Segmented, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { type ListedDocument, listDocuments } from '../../calls.ts'
import { readFileText, UnreadableFile } from '../../proposals/file-text.ts'
import { titleOfText } from '../../proposals/source-text.ts'
import { $documents, ask, type DocumentState, openDocument, type ReadyDocument } from '../document.ts'
import { cleanHtml } from '../form/clean-paste.ts'

export interface Source {
  title: string
  markdown: string
}

const WAYS = [
  { value: 'library', label: '库里的原文' },
  { value: 'file', label: '上传文件' },
  { value: 'paste', label: '粘贴正文' },
] as const
type Way = (typeof WAYS)[number]['value']

export function SourceChoice({
  document,
  onChosen,
}: {
  document: ReadyDocument
  onChosen(source: Source): void
}) {
  const [way, setWay] = useState<Way>('library')
  const [error, setError] = useState<string>()
  /** What of the file has to be looked at. */
  const [notes, setNotes] = useState<readonly string[]>([])
  const [isReading, setReading] = useState(false)
  const read = async (name: string, bytes: () => Promise<ArrayBuffer>) => {
    setError(undefined)
    setNotes([])
    setReading(true)
    const say = (words: string) => setNotes((before) => [...before, words])
    try {
      onChosen(titled(name, await readFileText(name, new Uint8Array(await bytes()), say)))
    } catch (problem) {
      setError(problem instanceof UnreadableFile ? problem.message : `“${name}”没有读成，请重新选择文件。`)
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Segmented
        options={[...WAYS]}
        value={way}
        onChange={(next) => {
          setWay(next)
          setError(undefined)
          setNotes([])
        }}
        aria-label="文字从哪里来"
      />
      {error && <Alert type="error" showIcon title={error} />}
      {notes.map((words) => (
        <Alert key={words} type="warning" showIcon title={words} />
      ))}
      {way === 'library' && <LibraryChoice document={document} onChosen={onChosen} />}
      {way === 'file' && (
        <Upload.Dragger
          accept=".docx,.pdf,.md,.txt"
          maxCount={1}
          showUploadList={false}
          disabled={isReading}
          beforeUpload={(file) => {
            void read(file.name, () => file.arrayBuffer())
            return false
          }}
        >
          <p>{isReading ? '正在读取…' : '拖到这里，或者点此选择文件'}</p>
          <p>.docx、.pdf（要有文字）、.md、.txt，最大 20 MB，只在这台电脑上读取</p>
        </Upload.Dragger>
      )}
      {way === 'paste' && <PasteChoice onChosen={onChosen} />}
    </>
  )
}

const titled = (name: string, markdown: string): Source => ({
  title: titleOfText(markdown) ?? name.replace(/\.\w+$/, ''),
  markdown,
})

function PasteChoice({ onChosen }: { onChosen(source: Source): void }) {
  const [text, setText] = useState('')
  return (
    <>
      <Input.TextArea
        rows={8}
        value={text}
        aria-label="正文"
        placeholder="从网页或者 Word 复制的标题和正文（表格会保留）"
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const html = event.clipboardData.getData('text/html')
          const markdown = html && cleanHtml(html)
          if (!markdown) return
          event.preventDefault()
          setText((before) => (before ? `${before}\n\n${markdown}` : markdown))
        }}
      />
      <Button
        type="primary"
        disabled={text.trim() === ''}
        onClick={() => onChosen(titled('粘贴的正文', text))}
      >
        提取
      </Button>
    </>
  )
}

function LibraryChoice({ document, onChosen }: { document: ReadyDocument; onChosen(source: Source): void }) {
  const originals = useListed().filter(({ file }) => file.startsWith('originals/'))
  const own = document.collection === 'originals' ? document.file : fileOf(originals, policyOf(document))
  const [wished, setFile] = useState<string>()
  const file = wished ?? own
  const chosen = useStore($documents)[file ?? '']
  useEffect(() => {
    if (file) void openDocument(file)
  }, [file])
  const ready = chosen?.status === 'ready' ? chosen : undefined
  return (
    <>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label="政策原文"
        placeholder="按标题搜索政策原文"
        value={file ?? null}
        onChange={(value: string) => setFile(value)}
        options={originals.map(({ file: value, title }) => ({ value, label: title || value }))}
      />
      <Button
        type="primary"
        disabled={!ready?.body.trim()}
        onClick={() => ready && onChosen({ title: titleOf(ready), markdown: ready.body })}
      >
        提取
      </Button>
      {ready && !ready.body.trim() && <p>这篇原文还没有正文。</p>}
    </>
  )
}

/** The documents of the library. */
export function useListed(): ListedDocument[] {
  const [listed, setListed] = useState<ListedDocument[]>([])
  useEffect(() => {
    void ask(listDocuments, {}).then((asked) => asked.ok && setListed(asked.answer))
  }, [])
  return listed
}

export const dataOf = (document: DocumentState | undefined) =>
  (document?.status === 'ready' ? (document.data ?? {}) : {}) as Record<string, unknown>
const titleOf = (document: ReadyDocument) => String(dataOf(document)['title'] ?? '')
export const policyOf = (document: ReadyDocument) => dataOf(document)['policy']

export function fileOf(listed: readonly ListedDocument[], id: unknown): string | undefined {
  return typeof id === 'number' ? listed.find((one) => one.id === id)?.file : undefined
}
