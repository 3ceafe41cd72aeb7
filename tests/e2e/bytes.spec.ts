import { expect, test } from 'playwright/test'
import {
  chatOverBudget,
  loginOverBudget,
  measureIsland,
  measureIslands,
  measurePage,
  overBudget,
  pickerOverBudget,
} from '../guards/page-bytes.ts'

const DIST = 'dist'
const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/reviewlist',
  '/review/2',
  '/information',
  '/search',
  '/404',
]

test('pages and overlay keep their byte budgets', () => {
  for (const path of PAGES) {
    const { script, html, css } = measurePage(DIST, path)
    console.log(`${path.padEnd(18)} script ${script} B, html ${html} B, css ${css} B (gzip)`)
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
  ]).toEqual([])
})
