/** The keys of the desk: this list is what the sheet (?) shows and what the handlers go by. */
import { Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { readText, writeText } from '../../lib/browser/kept/kept-keys.ts'
import { isComposing } from '../kit/is-composing.ts'
import { DeskModal } from './FormModal.tsx'
import { SECTIONS } from './sections.ts'

interface Shortcut {
  id: string
  /** As tinykeys reads it; without it the key is that of the control itself, and only told. */
  keys?: string
  shown: string
  words: string
}

const GROUPS = [
  {
    title: '各处',
    shortcuts: [
      { id: 'help', keys: '[Shift]+?', shown: '?', words: '这张快捷键表' },
      { id: 'search', keys: '/', shown: '/', words: '到搜索框或筛选' },
      { id: 'down', keys: 'j', shown: 'J', words: '列表下一行，到底翻页' },
      { id: 'up', keys: 'k', shown: 'K', words: '列表上一行，到顶翻页' },
      { id: 'open', shown: 'Enter', words: '打开这一行' },
      { id: 'back', keys: 'Escape', shown: 'Esc', words: '离开输入框；返回列表' },
      { id: 'submit', shown: 'Ctrl+Enter', words: '提交打开的表单' },
      { id: 'handed', keys: 'b', shown: 'B', words: '同事转交给我的事' },
    ],
  },
  {
    title: '咨询与申请',
    shortcuts: [
      { id: 'assign', keys: 'a', shown: 'A', words: '转交给同事，附说明' },
      { id: 'take', keys: 'e', shown: 'E', words: '由我负责、受理；开始待办的第一件' },
      { id: 'history', keys: 'h', shown: 'H', words: '经手记录' },
    ],
  },
  {
    title: '咨询',
    shortcuts: [
      { id: 'reply', keys: 'r', shown: 'R', words: '写回复' },
      { id: 'templates', keys: 'q', shown: 'Q', words: '快捷回复' },
      { id: 'attach', keys: 'f', shown: 'F', words: '发送附件' },
      { id: 'snooze', keys: 's', shown: 'S', words: '稍后处理，或取消' },
      { id: 'settle', keys: 'n', shown: 'N', words: '无需回复' },
      { id: 'messages', keys: 'm', shown: 'M', words: '到消息里，上下滚动' },
      { id: 'company', keys: 'c', shown: 'C', words: '到企业资料' },
      { id: 'step', shown: 'Alt+↓ ↑', words: '打开下一个、上一个咨询' },
    ],
  },
  {
    title: '申请、预约与纠错',
    shortcuts: [{ id: 'steps', shown: '1 … 5', words: '打开的申请、选中的这一行的第几个处理按钮' }],
  },
] as const satisfies { title: string; shortcuts: readonly Shortcut[] }[]

type Listed = (typeof GROUPS)[number]['shortcuts'][number]
export type ShortcutId = Listed['id']

/** What a key does now: of several that could, what was shown last. */
const acts = new Map<string, { current: (() => void) | undefined }[]>()

/** @param act undefined: not now */
export function useShortcut(id: ShortcutId, act: (() => void) | undefined): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    acts.set(id, [...(acts.get(id) ?? []), latest])
    return () => {
      acts.set(
        id,
        (acts.get(id) ?? []).filter((one) => one !== latest),
      )
    }
  }, [id])
}

function actOf(id: string): (() => void) | undefined {
  const known = acts.get(id) ?? []
  return known.findLast(({ current }) => current !== undefined)?.current
}

export function pressShortcut(id: ShortcutId): void {
  actOf(id)?.()
}

/** Whoever dictates, or hits keys by accident, wants none of one character. */
function isWithoutKeys(): boolean {
  return readText('desk-keys', []) === 'off'
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** What is typed belongs to the field, and what is pressed in a dialog to the dialog. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || isComposing(event)) return true
  if (document.querySelector('.ant-modal, dialog[open]')) return true
  if (event.key.length === 1 && isWithoutKeys()) return true
  return event.key !== 'Escape' && target.matches(FIELDS)
}

/** Rows of the list of a section, in their order on the screen; a table's is entered by what stands in it first. */
const ROWS = '.queue-rows button, .desk-row'

/** Behind the last row comes the next page. */
function stepRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const focused = rows.findIndex((row) => row.contains(document.activeElement))
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'true')
  const row = at < 0 ? rows[0] : rows[at + by]
  if (row) {
    const place = row.matches('tr') ? row.querySelector<HTMLElement>('a, button') : row
    place?.focus()
    place?.scrollIntoView({ block: 'nearest' })
  } else press(`.ant-pagination-${by > 0 ? 'next' : 'prev'} button`, 1)
}

/** What can be done with the application that is open, or with the row that has the focus. */
function pressStep(number: number): void {
  if (document.querySelector('.ant-drawer-open')) press('.order-steps button', number)
  else press('.desk-row:focus-within td:last-child button', number)
}

function press(buttons: string, number: number): void {
  document.querySelectorAll<HTMLButtonElement>(buttons)[number - 1]?.click()
}

function goBack(): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches(FIELDS)) {
    field.blur()
    const row = document.querySelector<HTMLElement>('.queue-rows button[aria-current]')
    row?.focus({ preventScroll: true })
  } else actOf('back')?.()
}

/** Of what a list is searched or filtered by the first. */
function focusSearch(): void {
  const field =
    document.querySelector<HTMLInputElement>('.desk-search input') ??
    document.querySelector<HTMLInputElement>('.desk-filters input')
  field?.focus()
  field?.select()
}

/** Mounted once by the desk; with the sheet. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('help', () => setOpen(true))
  useEffect(() => {
    const own: Partial<Record<string, () => void>> = {
      search: focusSearch,
      down: () => stepRow(1),
      up: () => stepRow(-1),
      back: goBack,
    }
    const bindings: [string, (event: KeyboardEvent) => void][] = []
    // First, for the second key of these is another one's only key.
    for (const { key, href } of SECTIONS) bindings.push([`g ${key}`, () => location.assign(href)])
    for (const number of [1, 2, 3, 4, 5]) {
      const press = (event: KeyboardEvent) => {
        // Or the field that comes into focus would begin with it.
        event.preventDefault()
        pressStep(number)
      }
      bindings.push([`${number}`, press])
    }
    for (const { shortcuts } of GROUPS) {
      for (const { id, keys } of shortcuts as readonly Shortcut[]) {
        if (!keys) continue
        const press = (event: KeyboardEvent) => {
          const act = own[id] ?? actOf(id)
          if (!act) return
          if (id !== 'back') event.preventDefault()
          act()
        }
        bindings.push([keys, press])
      }
    }
    return tinykeys(window, Object.fromEntries(bindings), { ignore: isTaken })
  }, [])
  // Gone at once when it is closed: the next key is not to be swallowed by what only fades.
  if (!isOpen) return null
  return (
    <DeskModal title="快捷键" width={960} footer={null} onCancel={() => setOpen(false)}>
      <Checkbox
        defaultChecked={!isWithoutKeys()}
        onChange={({ target }) => writeText('desk-keys', [], target.checked ? null : 'off')}
      >
        启用单个字母、数字和符号的快捷键
      </Checkbox>
      <div className="shortcuts">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {shortcuts.map(({ id, shown, words }) => (
                <Row key={id} shown={shown} words={words} />
              ))}
            </dl>
          </section>
        ))}
        <section aria-label="去其他栏目">
          <h2>去其他栏目</h2>
          <dl>
            {SECTIONS.map(({ key, title }) => (
              <Row key={key} shown={`G ${key.toUpperCase()}`} words={title} />
            ))}
          </dl>
        </section>
      </div>
    </DeskModal>
  )
}

function Row({ shown, words }: { shown: string; words: string }) {
  return (
    <div>
      <dt>
        {shown.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{words}</dd>
    </div>
  )
}
