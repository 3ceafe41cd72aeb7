import { expect, test } from 'vitest'
import { measurePage } from './page-bytes.ts'

const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/review/2',
  '/information',
  '/popular/2',
  '/loan/home',
  '/match',
  '/search',
  '/documents',
]

test.each(PAGES)('%s costs at most 30 KB, 6 requests and 2 script files before somebody acts', (path) => {
  const { bytes, requests, scriptFiles } = measurePage('dist', path)
  expect(bytes).toBeLessThanOrEqual(30 * 1024)
  expect(requests).toBeLessThanOrEqual(6)
  expect(scriptFiles).toBeLessThanOrEqual(2)
})
