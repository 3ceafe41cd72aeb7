import { expect, test } from 'vitest'
import {
  chatOverBudget,
  hostScriptOverBudget,
  loginOverBudget,
  measureIsland,
  measureIslands,
  measurePage,
  overBudget,
  pickerOverBudget,
  tapsOverBudget,
} from '../guards/page-bytes.ts'

const DIST = 'dist'
/** One of each layout. */
const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/review/2',
  '/popular/2',
  '/loan/home',
  '/match',
  '/search',
]
/** Issue 9: script of a form that declares. */
const FORM_BYTES = 230 * 1024

/** Operators come daily, on a desk, and their browser keeps it; antd's tables and forms are most of it. */
const DESK_BYTES = 340 * 1024

test('pages and overlay keep their byte budgets', () => {
  for (const path of PAGES) {
    const { sent, requests } = measurePage(DIST, path)
    const { script, document } = sent
    console.log(
      `${path.padEnd(18)} script ${script} B, HTML and CSS ${document} B (brotli), requests ${requests}`,
    )
  }
  console.log(`login overlay      ${measureIsland(DIST, '/', 'LoginIsland')} B of script beyond the page's`)
  const chat = measureIslands(DIST, '/', ['ChatButton', 'ChatIsland', 'DocumentPicker'])
  console.log(`chat               ${chat} B of script beyond the page's, the picker included`)
  console.log(
    `document picker    ${measureIsland(DIST, '/pmanagement/2', 'DocumentPicker')} B of script beyond the page's`,
  )
  expect([
    ...PAGES.flatMap((path) => overBudget(DIST, path)),
    ...loginOverBudget(DIST),
    ...pickerOverBudget(DIST, '/pmanagement/2'),
    ...chatOverBudget(DIST),
    ...hostScriptOverBudget(DIST),
  ]).toEqual([])
})

test('no island comes in many small files, nor in more than two waves', () => {
  expect(
    [...PAGES, '/documents', '/mylist/1', '/account'].flatMap((path) => tapsOverBudget(DIST, path)),
  ).toEqual([])
})

test('the sections of the desk keep their budget', () => {
  for (const [path, island] of [
    ['/operator', 'TodayDesk'],
    ['/operator/conversations', 'QueueIsland'],
    ['/operator/orders', 'OrdersDesk'],
    ['/operator/companies', 'CompaniesDesk'],
    ['/operator/messages', 'BroadcastDesk'],
  ] as const) {
    const bytes = measureIsland(DIST, path, island) + measurePage(DIST, path).script
    console.log(`${path.padEnd(20)} ${island} ${bytes} B of script (gzip)`)
    expect(bytes).toBeLessThanOrEqual(DESK_BYTES)
  }
})

test('the forms for loans and providers keep their budget', () => {
  for (const [path, island] of [
    ['/loan/declare', 'LoanForm'],
    ['/enter', 'ProviderForm'],
  ] as const) {
    const bytes = measureIsland(DIST, path, island) + measurePage(DIST, path).script
    console.log(`${path.padEnd(18)} ${island} ${bytes} B of script (gzip)`)
    expect(bytes).toBeLessThanOrEqual(FORM_BYTES)
  }
})
