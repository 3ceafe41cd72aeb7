/** 从文件提取: the text of a document with the sentences marked, and beside it what a draft could say. */
import { useStore } from '@nanostores/react'
import { Alert, Button, Input, Modal, Tag } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { COLLECTION_LABELS, type EditedCollection } from '../../document.ts'
import {
  acceptedChange,
  editableText,
  editedFinding,
  type Finding,
  findingWords,
  PLACES,
  type Proposal,
  standingValue,
} from '../../proposals/proposal.ts'
import { propose } from '../../proposals/propose.ts'
import { $documents, change, createDocument, openDocument, type ReadyDocument } from '../document.ts'
import { AUTHORITIES_FILE, useAuthorities } from '../form/inputs.tsx'
import { dataOf, fileOf, policyOf, type Source, SourceChoice, useListed } from './SourceChoice.tsx'

type Container = 'originals' | 'interpretations'
type Decision = 'accepted' | 'dropped'

export function Proposals({ document }: { document: ReadyDocument }) {
  const [source, setSource] = useState<Source>()
  return (
    <div className="proposals-source">
      <p>
        读一份政策文件，按写明的规则找出文号、日期、金额、条件等，每一项都附原句，由您逐条采用或放弃。这里不会发布任何内容，采用的只写进草稿。
      </p>
      <SourceChoice document={document} onChosen={setSource} />
      {source && <Reading document={document} source={source} onClose={() => setSource(undefined)} />}
    </div>
  )
}

/** The registered name of every spelling; one that is not registered stays as it is written. */
function useNameOf(): (spelling: string) => string | undefined {
  const authorities = useAuthorities()
  useEffect(() => void openDocument(AUTHORITIES_FILE), [])
  return useMemo(() => {
    const names = new Map(
      authorities?.flatMap(({ name, full = name, aliases = [] }) =>
        [name, full, ...aliases].map((spelling) => [spelling, name] as const),
      ),
    )
    return (spelling) => names.get(spelling)
  }, [authorities])
}

/** The files that proposals go into: the one that is open, and the one that belongs to it. */
function useTargets(
  document: ReadyDocument,
  source: Source,
): {
  files: Partial<Record<Container, string>>
  create(of: Container): Promise<string | undefined>
} {
  const listed = useListed()
  const [made, setMade] = useState<Partial<Record<Container, string>>>({})
  const isOriginal = document.collection === 'originals'
  const belonging = isOriginal
    ? undefined
    : fileOf(
        listed.filter(({ file }) => file.startsWith('originals/')),
        policyOf(document),
      )
  const files: Partial<Record<Container, string>> = {
    ...(belonging && { originals: belonging }),
    ...made,
    [isOriginal ? 'originals' : 'interpretations']: document.file,
  }
  useEffect(() => {
    if (belonging) void openDocument(belonging)
  }, [belonging])
  const create = async (of: Container) => {
    const asked = await createDocument({
      collection: of as EditedCollection,
      name: document.file.replace(/^.*\/(?:\d+-)?|\.md$/g, ''),
      from: 'template',
      title: source.title.slice(0, 200) || '未命名',
    })
    if (!asked.ok) return undefined
    const { file, data } = asked.answer
    setMade((before) => ({ ...before, [of]: file }))
    if (of === 'interpretations') {
      // It says which original it belongs to, and holds where that one does.
      const { id, region, themes } = dataOf($documents.get()[document.file])
      const taken = Object.entries({ policy: id, region, themes }).filter(([, value]) => value !== undefined)
      change(
        file,
        taken.map(([field, value]) => ({ path: [field], value })),
      )
    } else {
      change(file, [{ body: source.markdown }])
      change(document.file, [{ path: ['policy'], value: (data as { id?: unknown } | undefined)?.id }])
    }
    return file
  }
  return { files, create }
}

function Reading({
  document,
  source,
  onClose,
}: {
  document: ReadyDocument
  source: Source
  onClose(): void
}) {
  const nameOf = useNameOf()
  const documents = useStore($documents)
  const { files, create } = useTargets(document, source)
  const found = useMemo(() => propose(source.title, source.markdown, { nameOf }), [source, nameOf])
  const [edited, setEdited] = useState<Record<number, Finding>>({})
  const [decisions, setDecisions] = useState<Record<number, Decision>>({})
  const [at, setAt] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const isBusy = useRef(false)
  const [error, setError] = useState<string>()
  const findingAt = (index: number): Finding | undefined => edited[index] ?? found[index]

  const dataFor = (of: Container) => {
    const state = documents[files[of] ?? '']
    return state?.status === 'ready' ? state.data : undefined
  }
  const decide = (index: number, decision: Decision) => {
    setDecisions((before) => ({ ...before, [index]: decision }))
    const rest = [...found.keys()].filter((other) => other !== index && decisions[other] === undefined)
    setAt(rest.find((other) => other > index) ?? rest[0] ?? index)
  }
  const accept = async (index: number) => {
    const finding = findingAt(index)
    // Enter held down, while the draft is still being made.
    if (!finding || decisions[index] || isBusy.current) return
    isBusy.current = true
    setError(undefined)
    if (await write(finding)) decide(index, 'accepted')
    else setError('要写入的草稿还没有打开，请稍等再试。')
    isBusy.current = false
  }
  const write = async (finding: Finding) => {
    for (const of of targetsOf(finding, files)) {
      const file = files[of] ?? (await create(of))
      const state = file ? $documents.get()[file] : undefined
      if (!file || state?.status !== 'ready') return false
      change(file, [acceptedChange(finding, state.data)])
    }
    return true
  }
  const other = document.collection === 'originals' ? 'interpretations' : 'originals'
  const beside = files[other]
  const original = documents[files.originals ?? '']
  const originalBody = original?.status === 'ready' ? original.body : undefined
  const open = found.filter((_, index) => decisions[index] === undefined).length
  useKeys({
    next: (step) => setAt((before) => Math.min(found.length - 1, Math.max(0, before + step))),
    accept: () => void accept(at),
    drop: () => decisions[at] === undefined && decide(at, 'dropped'),
  })
  return (
    <Modal
      open
      title={`从文件提取：${source.title}`}
      width="calc(100vw - 48px)"
      style={{ insetBlockStart: 'var(--space-5)' }}
      footer={
        <div className="proposals-foot">
          <span>
            共 {found.length} 项，还有 {open} 项没有看。J、K 上下移动，Enter 采用，Backspace
            放弃。采用错了，关闭后在编辑页撤销。
          </span>
          {files.originals && originalBody !== source.markdown && (
            <Button onClick={() => files.originals && change(files.originals, [{ body: source.markdown }])}>
              把正文写进原文草稿
            </Button>
          )}
          {beside && (
            <a
              href={`/frontend/editor/edit?file=${encodeURIComponent(beside)}`}
              target="_blank"
              rel="noreferrer"
            >
              打开{COLLECTION_LABELS[other]}
            </a>
          )}
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        </div>
      }
      keyboard={false}
      // Enter accepts: no button has the focus at first.
      afterOpenChange={(isOpen) => isOpen && list.current?.focus()}
      onCancel={onClose}
    >
      {error && <Alert type="warning" showIcon title={error} />}
      <div className="proposals">
        <MarkedText source={source} found={found} decisions={decisions} at={at} onChoose={setAt} />
        <ol ref={list} tabIndex={-1} className="proposals-list" aria-label="可以采用的内容">
          {found.map((proposal, index) => {
            const finding = findingAt(index) ?? proposal
            const [of = 'originals'] = targetsOf(finding, files)
            return (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: the list of a text does not change
                key={index}
                proposal={proposal}
                finding={finding}
                decision={decisions[index]}
                isAt={index === at}
                standing={decisions[index] ? undefined : standingValue(finding, dataFor(of))}
                onChoose={() => setAt(index)}
                onEdit={(changed) => setEdited((before) => ({ ...before, [index]: changed }))}
                onAccept={() => void accept(index)}
                onDrop={() => decide(index, 'dropped')}
              />
            )
          })}
          {found.length === 0 && (
            <p>没有找到可以采用的内容。请确认这是政策文件的正文，或者在表单里直接填写。</p>
          )}
        </ol>
      </div>
    </Modal>
  )
}

/** Into which of the two files: of those that may have the field, the ones that are there; else the first is made. */
function targetsOf({ field }: Finding, files: Partial<Record<Container, string>>): Container[] {
  const { of } = PLACES[field]
  const there = of.filter((one) => files[one] !== undefined)
  return there.length > 0 ? there : of.slice(0, 1)
}

interface RowProps {
  proposal: Proposal
  finding: Finding
  decision: Decision | undefined
  isAt: boolean
  standing: unknown
  onChoose(): void
  onEdit(changed: Finding): void
  onAccept(): void
  onDrop(): void
}

function Row({ proposal, finding, decision, isAt, standing, onChoose, onEdit, onAccept, onDrop }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (isAt) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isAt])
  const canEdit = editedFinding(finding, editableText(finding)) !== undefined
  const changed = text === undefined ? undefined : editedFinding(finding, text)
  const take = () => {
    if (changed) onEdit(changed)
    setText(undefined)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K choose, too
    <li ref={row} className="proposal" data-state={decision ?? 'open'} aria-current={isAt} onClick={onChoose}>
      <p className="proposal-head">
        <b>{PLACES[finding.field].label}</b>
        {decision && (
          <Tag color={decision === 'accepted' ? 'green' : 'default'}>
            {decision === 'accepted' ? '已采用' : '已放弃'}
          </Tag>
        )}
      </p>
      {text === undefined ? (
        <p className="proposal-value">{findingWords(finding)}</p>
      ) : (
        <Input
          autoFocus
          value={text}
          status={changed ? '' : 'error'}
          aria-label={`修改${PLACES[finding.field].label}`}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={take}
          onBlur={take}
        />
      )}
      {standing !== undefined && (
        <p className="proposal-standing">
          草稿里现在是 <b>{shown(finding.field, standing)}</b>，采用就换成上面的。
        </p>
      )}
      <blockquote>{proposal.sentence}</blockquote>
      <p className="proposal-why">{proposal.why}</p>
      {!decision && (
        <div className="proposal-ways">
          <Button size="small" type={isAt ? 'primary' : 'default'} onClick={onAccept}>
            {standing === undefined ? '采用' : '换成这个'}
          </Button>
          <Button size="small" onClick={onDrop}>
            {standing === undefined ? '放弃' : '保留草稿的'}
          </Button>
          {canEdit && text === undefined && (
            <Button size="small" type="text" onClick={() => setText(editableText(finding))}>
              先修改
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** What stands in a draft, however it is written there. */
function shown(field: Finding['field'], value: unknown): string {
  if (field === 'region') return findingWords({ field, value: String(value) })
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  return parts
    .map((part) => (typeof part === 'number' ? part.toLocaleString('zh-CN') : String(part)))
    .join(' ')
}

interface MarkedProps {
  source: Source
  found: readonly Proposal[]
  decisions: Record<number, Decision>
  at: number
  onChoose(index: number): void
}

/** The text with every sentence marked that something rests on; the one that is looked at is in sight. */
function MarkedText({ source, found, decisions, at, onChoose }: MarkedProps) {
  const current = found[at]
  const marks = useMemo(() => {
    const byStart = new Map<number, { end: number; index: number }>()
    found.forEach(({ start, end, inTitle }, index) => {
      if (!inTitle && !byStart.has(start)) byStart.set(start, { end, index })
    })
    return [...byStart].sort(([a], [b]) => a - b)
  }, [found])
  const parts: React.ReactNode[] = []
  let done = 0
  for (const [start, { end, index }] of marks) {
    if (start < done) continue
    parts.push(unmarked(source.markdown.slice(done, start)))
    const isCurrent = current !== undefined && !current.inTitle && current.start === start
    const isOpen = found.some(
      (one, other) => one.start === start && !one.inTitle && decisions[other] === undefined,
    )
    parts.push(
      <Mark key={start} isCurrent={isCurrent} isOpen={isOpen} onClick={() => onChoose(index)}>
        {unmarked(source.markdown.slice(start, end))}
      </Mark>,
    )
    done = end
  }
  parts.push(unmarked(source.markdown.slice(done)))
  return (
    <article className="proposals-text" aria-label="文件正文">
      <h3>
        <Mark
          isCurrent={current?.inTitle === true}
          isOpen
          onClick={() => onChoose(found.findIndex(({ inTitle }) => inTitle))}
        >
          {source.title}
        </Mark>
      </h3>
      <div>{parts}</div>
    </article>
  )
}

/** Headings without their signs: the text is read here, not written. */
const unmarked = (text: string) => text.replace(/^#{1,6}\s+/gm, '').replaceAll('**', '')

interface MarkProps {
  isCurrent: boolean
  isOpen: boolean
  onClick(): void
  children: string
}

function Mark({ isCurrent, isOpen, onClick, children }: MarkProps) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) mark.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K reach every sentence
    <mark ref={mark} aria-current={isCurrent} data-state={isOpen ? 'open' : 'done'} onClick={onClick}>
      {children}
    </mark>
  )
}

interface Keys {
  next(step: 1 | -1): void
  accept(): void
  drop(): void
}

function useKeys({ next, accept, drop }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isField =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable=true]')
      const isButton = event.target instanceof Element && event.target.closest('button, a')
      if (isField || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const key = event.key.toLowerCase()
      if (key === 'j' || key === 'arrowdown') next(1)
      else if (key === 'k' || key === 'arrowup') next(-1)
      else if (key === 'enter' && !isButton) accept()
      else if (key === 'backspace') drop()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
