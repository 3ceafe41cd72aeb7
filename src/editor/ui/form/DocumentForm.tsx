import { Alert, Anchor, Button, Form, Skeleton, Space } from 'antd'
import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { readHead } from '../../../lib/content/document-head.ts'
import type { ListedDocument } from '../../calls.ts'
import type { EditedCollection } from '../../document.ts'
import type { FormGroup } from '../../form-schema.ts'
import { ask, change, openDocument, type ReadyDocument } from '../document.ts'
import { ProblemLines } from '../ProblemLines.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { FormContext } from './form-context.ts'
import { AUTHORITIES_FILE, registered, useAuthorities } from './Picker.tsx'
import { Fields, focusField } from './SchemaForm.tsx'
import { isInside, problemWords } from './values.ts'
import './form.css'

interface Props {
  document: ReadyDocument
  collection: EditedCollection
}

interface Loaded {
  groups: readonly FormGroup[]
  documents: readonly ListedDocument[]
}

async function load(collection: EditedCollection): Promise<Loaded | string> {
  const [form, listed] = await Promise.all([
    ask('form', { collection }),
    ask('list', {}),
    openDocument(AUTHORITIES_FILE),
  ])
  if (!form.ok) return form.text
  return listed.ok ? { groups: form.answer, documents: listed.answer } : listed.text
}

export function DocumentForm({ document: open, collection }: Props) {
  const { file, data, body, problems } = open
  const [loaded, setLoaded] = useState<Loaded | string>()
  useEffect(() => void load(collection).then(setLoaded), [collection])
  const { groups = [], documents = [] } = typeof loaded === 'object' ? loaded : {}
  const scope = useMemo(
    () => ({
      ...{ problems, documents, sources: [] },
      change: (changes: Parameters<typeof change>[1]) => change(file, changes),
    }),
    [problems, documents, file],
  )

  // A link from the list of care opens one field.
  useEffect(() => {
    const field = new URLSearchParams(location.search).get('field')
    if (groups.length === 0 || !field || focusField(field)) return
    window.document.getElementById(`field-${field}-add`)?.focus()
  }, [groups])

  if (loaded === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (typeof loaded === 'string') return <Alert type="error" title={loaded} />
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return (
      <Alert
        type="error"
        title="字段区读不出来，不能用表单编辑"
        description={problems.map(({ line, found }) => `第 ${line} 行：${found}`).join('；')}
      />
    )
  }
  /** conditions.2.text → 条件 3 */
  const nameOf = (field: string) => {
    const [key = '', ...inside] = field.split('.')
    const place = inside.find((part) => /^\d+$/.test(part))
    const title = groups.map(({ properties }) => properties[key]?.title).find(Boolean) ?? field
    return place === undefined ? title : `${title} ${Number(place) + 1}`
  }
  const parts = [
    ...groups.map(({ title, properties }) => ({ title, keys: Object.keys(properties) })),
    { title: '正文', keys: ['正文'] },
  ]
  return (
    <FormContext value={scope}>
      <Form component="div" layout="vertical" className="form">
        <Anchor
          direction="horizontal"
          affix={false}
          replace
          getContainer={() => window.document.querySelector<HTMLElement>('.editor-panes') ?? window}
          items={parts.map(({ title, keys }) => {
            const count = problems.filter(({ field }) => keys.some((key) => isInside(field, key))).length
            return {
              key: title,
              href: `#form-${title}`,
              title: count > 0 ? <b className="editor-wrong">{`${title} ${count}`}</b> : title,
            }
          })}
        />
        <ProblemLines
          problems={problems}
          title={`${problems.length} 处要改，改好以前右边的页面不变`}
          draw={(problem) => (
            <>
              <Button type="link" size="small" onClick={() => focusField(problem.field)}>
                {nameOf(problem.field)}
              </Button>
              {problemWords(problem)}
            </>
          )}
        />
        {collection === 'originals' && <HeadReader data={data} body={body} />}
        {groups.map((group) => (
          <Part key={group.title} title={group.title}>
            <Fields schema={group} value={data} />
          </Part>
        ))}
        <Part title="正文">
          <BodyEditor body={body} onChange={(written) => change(file, [{ body: written }])} />
        </Part>
      </Form>
    </FormContext>
  )
}

const HEAD_FIELDS = { title: '标题', number: '发文字号', issuers: '发文机关', made: '成文日期' } as const

/** Fills empty fields of the head from the document's text, and lists those that were not found. */
function HeadReader({ data, body }: { data: object; body: string }) {
  const { change } = useContext(FormContext)
  const authorities = useAuthorities()
  const [said, setSaid] = useState<string>()
  const written = data as Record<string, string | string[] | undefined>
  const empty = (Object.keys(HEAD_FIELDS) as (keyof typeof HEAD_FIELDS)[]).filter(
    (field) => !written[field]?.length,
  )
  if (said === undefined && (empty.length === 0 || body.trim() === '')) return null

  function fill() {
    const head = readHead(body, (spelling) => registered(authorities, spelling)?.name)
    const found = empty.filter((field) => head[field] !== undefined)
    change(found.map((field) => ({ path: [field], value: head[field] })))
    const words = (fields: typeof empty) => fields.map((field) => HEAD_FIELDS[field]).join('、')
    const missed = empty.filter((field) => !found.includes(field))
    const filled = found.length > 0 ? `已填${words(found)}，请核对。` : ''
    setSaid(filled + (missed.length > 0 ? `正文里没有读出${words(missed)}，请自己填写。` : ''))
  }
  return (
    <Space wrap className="editor-note">
      <Button onClick={fill} disabled={empty.length === 0}>
        从正文读出文头
      </Button>
      <span role="status">{said ?? '填空着的标题、发文字号、发文机关和成文日期，写了的不改。'}</span>
    </Space>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={`form-${title}`} className="form-part" aria-labelledby={`form-${title}-title`}>
      <h2 id={`form-${title}-title`}>{title}</h2>
      {children}
    </section>
  )
}
