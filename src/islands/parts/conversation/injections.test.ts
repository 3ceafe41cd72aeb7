/** Texts, names and remarks of the other side stay text: they add no element to the markup. */
import { Window } from 'happy-dom'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lineOf } from '../../../lib/rules/chat/chat-line.ts'
import { OwnFile, ReadOnlyFile } from './FileRow.tsx'
import { Bubble } from './MessageList.tsx'

const CORPUS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">点这里</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<details open ontoggle=alert(1)>',
  '<style>@import "//example.test"</style>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<!--><script>alert(1)</script>-->',
  '{{constructor.constructor("alert(1)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a template engine would run
  '${alert(1)}',
  ']]><script>alert(1)</script>',
  '<form action=//example.test><button>发送</button></form>',
  '\u202e<script>gpj.txt',
]

const nothing = () => {}
const actions = { onOpen: nothing, onRetry: nothing, pictures: {} }
const replacing = { fromDevice: async () => {}, fromDocuments: async () => {} }
const at = '2026-11-21T02:00:00.000Z'

const message = (type: 0 | 1 | 2, detail: string, admin: string) =>
  lineOf({ id: 1, type, source: 1, detail, size: 1, gmt_create: at, admin, client_id: null })

const bubble = (type: 0 | 1 | 2, detail: string, admin: string) =>
  createElement(Bubble, { line: message(type, detail, admin), isLast: true, actions })

function partsWith(text: string): ReactElement[] {
  const named = JSON.stringify({ local_name: text, hash_name: text })
  const file = {
    id: 1,
    local_name: text,
    hash_name: text,
    size: 1,
    remark: text,
    gmt_modified: at,
    startup_name: text,
    admin_name: text,
    advisory_id: 0,
  }
  const acts = { onDownload: nothing, onRemark: async () => true, onDelete: nothing, replacing }
  return [
    bubble(0, text, text),
    bubble(1, named, text),
    bubble(2, named, text),
    createElement(ReadOnlyFile, { file, onDownload: nothing }),
    createElement(OwnFile, { file, ...acts }),
  ]
}

/** Elements and their attributes' names, in order: the markup without texts. */
function shapeOf(part: ReactElement): string[] {
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(part)
  return [...document.body.querySelectorAll('*')].map(
    (element) => `${element.tagName} ${[...element.attributes].map(({ name }) => name).join(' ')}`,
  )
}

test.each(CORPUS)('%s is text', (text) => {
  const harmless = partsWith('一段普通的文字').map(shapeOf)
  expect(partsWith(text).map(shapeOf)).toEqual(harmless)
  for (const part of partsWith(text)) {
    const { document } = new Window()
    document.body.innerHTML = renderToStaticMarkup(part)
    expect(document.body.textContent).toContain(text)
  }
})
