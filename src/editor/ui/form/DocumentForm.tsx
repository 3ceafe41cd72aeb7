import { Alert, Button, Skeleton } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readHead } from '../../../lib/content/document-head.ts'
import { type ListedDocument, listDocuments, readForm } from '../../calls.ts'
import type { EditedCollection } from '../../document.ts'
import type { FieldGroup } from '../../fields.ts'
import { ask, change, openDocument, type ReadyDocument } from '../document.ts'
import { BodyEditor } from './BodyEditor.tsx'
import { FieldRows } from './FieldRows.tsx'
import {
  AUTHORITIES_FILE,
  FormContext,
  type FormScope,
  focusField,
  registered,
  useAuthorities,
  useForm,
} from './inputs.tsx'
import { isInside, problemWords } from './values.ts'
import './form.css'

interface Props {
  document: ReadyDocument
  collection: EditedCollection
}

type FormState =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; groups: readonly FieldGroup[]; documents: readonly ListedDocument[] }

const forms = new Map<EditedCollection, readonly FieldGroup[]>()

async function loadForm(collection: EditedCollection): Promise<FormState> {
  const [asked, listed] = await Promise.all([
    forms.has(collection) ? null : ask(readForm, { collection }),
    ask(listDocuments, {}),
    openDocument(AUTHORITIES_FILE),
  ])
  if (asked?.ok) forms.set(collection, asked.answer)
  const groups = forms.get(collection)
  if (groups && listed.ok) return { status: 'ready', groups, documents: listed.answer }
  const text = asked && !asked.ok ? asked.failure.text : listed.ok ? '' : listed.failure.text
  return { status: 'failed', text }
}

/** All that a document says, to be written: its fields in groups, and its text. */
export function DocumentForm({ document: open, collection }: Props) {
  const { file, data, body, text, problems } = open
  const [state, setState] = useState<FormState>({ status: 'loading' })
  useEffect(() => {
    let isGone = false
    loadForm(collection).then((loaded) => isGone || setState(loaded))
    return () => {
      isGone = true
    }
  }, [collection])
  const documents = state.status === 'ready' ? state.documents : null
  const scope = useMemo<FormScope>(
    () => ({ problems, documents: documents ?? [], change: (changes) => change(file, changes) }),
    [problems, documents, file],
  )

  // Who comes from the list of care comes for one field.
  useEffect(() => {
    const field = new URLSearchParams(location.search).get('field')
    if (state.status !== 'ready' || !field || focusField(field)) return
    window.document.getElementById(`field-${field}-add`)?.focus()
  }, [state.status])

  if (state.status === 'loading') return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (state.status === 'failed') return <Alert type="error" title={state.text} />
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return (
      <Alert
        type="error"
        title="字段区读不出来，不能用表单编辑"
        description={problems.map(({ line, found }) => `第 ${line} 行：${found}`).join('；')}
      />
    )
  }
  const groups = state.groups.map((group) => ({
    ...group,
    wrong: problems.filter(({ field }) => group.fields.some(({ key }) => isInside(field, key))).length,
  }))
  const wrongInBody = problems.filter(({ field }) => field === '正文').length
  return (
    <FormContext value={scope}>
      <div className="form">
        <nav className="form-contents" aria-label="表单的目录">
          <ul>
            {[...groups, { title: '正文', wrong: wrongInBody }].map(({ title, wrong }) => (
              <li key={title}>
                <a href={`#form-${title}`} onClick={(event) => goTo(event, title)}>
                  {title}
                  {wrong > 0 && (
                    <b>
                      {wrong}
                      <span className="visually-hidden">处要改</span>
                    </b>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ProblemList problems={problems} nameOf={(field) => nameOf(state.groups, field)} />
        {collection === 'originals' && <HeadReader data={data} body={body} />}
        {groups.map(({ title, fields }) => (
          <Group key={title} title={title}>
            <FieldRows path={[]} fields={fields} value={data} />
          </Group>
        ))}
        <Group title="正文">
          <BodyEditor
            body={body}
            bodyLine={text.slice(0, text.length - body.length).split('\n').length}
            problems={problems}
            documents={state.documents}
            onChange={(written) => change(file, [{ body: written }])}
          />
        </Group>
      </div>
    </FormContext>
  )
}

const HEAD_FIELDS = { title: '标题', number: '发文字号', issuers: '发文机关', made: '成文日期' } as const

/** Fills what is empty of the head of a document from its text, and says what was not found there. */
function HeadReader({ data, body }: { data: object; body: string }) {
  const { change } = useForm()
  const authorities = useAuthorities()
  const [said, setSaid] = useState<string>()
  const isEmpty = (field: string) => {
    const value = (data as Record<string, unknown>)[field]
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  }
  const empty = (Object.keys(HEAD_FIELDS) as (keyof typeof HEAD_FIELDS)[]).filter(isEmpty)
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
    <div className="form-head">
      <Button onClick={fill} disabled={empty.length === 0}>
        从正文读出文头
      </Button>
      <span role="status">{said ?? '填空着的标题、发文字号、发文机关和成文日期，写了的不改。'}</span>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      id={`form-${title}`}
      className="form-group"
      aria-labelledby={`form-${title}-title`}
      tabIndex={-1}
    >
      <h2 id={`form-${title}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** The address stays: it says which document is open. */
function goTo(event: { preventDefault(): void }, title: string): void {
  event.preventDefault()
  const group = document.getElementById(`form-${title}`)
  group?.scrollIntoView({ block: 'start' })
  group?.focus({ preventScroll: true })
}

/** conditions.2.text → 条件 3：条件 */
function nameOf(groups: readonly FieldGroup[], field: string): string {
  const [key, ...inside] = field.split('.')
  const found = groups.flatMap(({ fields }) => fields).find((one) => one.key === key)
  if (!found) return field
  const place = inside.find((part) => /^\d+$/.test(part))
  return `${found.label}${place === undefined ? '' : ` ${Number(place) + 1}`}`
}

/** What the checker finds in the place of a field that no schema has. */
const UNKNOWN = '未知字段'

/** What has to be mended, each a way to its field. */
function ProblemList({
  problems,
  nameOf,
}: {
  problems: ReadyDocument['problems']
  nameOf(field: string): string
}) {
  const { change } = useForm()
  if (problems.length === 0) return null
  return (
    <details className="form-problems" open={problems.length <= 12}>
      <summary>{problems.length} 处要改，改好以前右边的页面不变</summary>
      <ol>
        {problems.map((problem) => {
          const { line, field, expected, found } = problem
          return (
            <li key={`${line} ${field} ${expected}`}>
              <button type="button" onClick={() => focusField(field)}>
                {nameOf(field)}
              </button>
              ：{problemWords(problem)}
              {found === UNKNOWN && (
                <button type="button" onClick={() => change([{ path: field.split('.'), value: undefined }])}>
                  删除这个字段
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </details>
  )
}
