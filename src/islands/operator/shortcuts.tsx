/** The keys of the desk: one list for the sheet (?) and the handlers. */
import { Checkbox, Descriptions } from 'antd'
import { useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { readText, writeText } from '../../lib/browser/kept/kept-keys.ts'
import { isComposing } from '../kit/is-composing.ts'
import { DeskModal } from './FormModal.tsx'
import { SECTIONS } from './sections.ts'

interface Shortcut {
  id: string
  /** In the notation of tinykeys; undefined: the control handles the key. */
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
      { id: 'next', keys: 'Alt+ArrowDown', shown: 'Alt+↓', words: '打开下一个咨询' },
      { id: 'previous', keys: 'Alt+ArrowUp', shown: 'Alt+↑', words: '打开上一个咨询' },
    ],
  },
  {
    title: '申请、预约与纠错',
    shortcuts: [{ id: 'steps', shown: '1 … 5', words: '打开的申请、选中的这一行的第几个处理按钮' }],
  },
] as const satisfies { title: string; shortcuts: readonly Shortcut[] }[]

type Listed = (typeof GROUPS)[number]['shortcuts'][number]
export type ShortcutId = Listed['id']

const TO_SECTIONS = {
  title: '去其他栏目',
  shortcuts: SECTIONS.map(({ key, title }) => ({
    id: key,
    shown: `G ${key.toUpperCase()}`,
    words: title,
  })),
}

/** Handlers of the keys: the last one acts. */
const acts: { id: string; act: () => void }[] = []

/** @param act undefined: not now */
export function useShortcut(id: ShortcutId, act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return undefined
    const mine = { id, act }
    acts.push(mine)
    return () => {
      acts.splice(acts.indexOf(mine), 1)
    }
  })
}

function actOf(id: string): (() => void) | undefined {
  return acts.findLast((one) => one.id === id)?.act
}

export function pressShortcut(id: ShortcutId): void {
  actOf(id)?.()
}

/** People who dictate switch off keys of one character. */
function isWithoutKeys(): boolean {
  return readText('desk-keys', []) === 'off'
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** In fields and dialogs keys have their usual meaning. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || isComposing(event)) return true
  if (document.querySelector('.ant-modal, dialog[open]')) return true
  if (event.key.length === 1 && isWithoutKeys()) return true
  return event.key !== 'Escape' && !event.altKey && target.matches(FIELDS)
}

/** Rows of a section's list. The focus goes to the first control of a table's row. */
const ROWS = '.queue-rows button, .desk-row'

/** Moves the focus by one row, to the next page after the last row. */
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

/** Presses a button of the open application, or of the focused row. */
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

function focusSearch(): void {
  const field =
    document.querySelector<HTMLInputElement>('.desk-search input') ??
    document.querySelector<HTMLInputElement>('.desk-filters input')
  field?.focus()
  field?.select()
}

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('help', () => setOpen(true))
  useShortcut('search', focusSearch)
  useShortcut('down', () => stepRow(1))
  useShortcut('up', () => stepRow(-1))
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {}
    const bind = (keys: string, find: () => (() => void) | undefined) => {
      bindings[keys] = (event) => {
        const act = find()
        // Keeps the key out of the field that gets the focus.
        if (act) event.preventDefault()
        act?.()
      }
    }
    // First, because the second key of a sequence is also a shortcut by itself.
    for (const { key, href } of SECTIONS) bind(`g ${key}`, () => () => location.assign(href))
    for (const number of [1, 2, 3, 4, 5]) bind(`${number}`, () => () => pressStep(number))
    for (const { id, keys } of GROUPS.flatMap<Shortcut>(({ shortcuts }) => [...shortcuts])) {
      if (keys) bind(keys, () => actOf(id))
    }
    return tinykeys(window, { ...bindings, Escape: goBack }, { ignore: isTaken })
  }, [])
  // Not faded out: a fading dialog would take the next key.
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
        {[...GROUPS, TO_SECTIONS].map(({ title, shortcuts }) => (
          <Descriptions
            key={title}
            size="small"
            column={1}
            colon={false}
            title={title}
            items={shortcuts.map(({ id, shown, words }) => ({ key: id, label: shown, children: words }))}
          />
        ))}
      </div>
    </DeskModal>
  )
}
