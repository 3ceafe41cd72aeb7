import { expect, test } from 'vitest'
import { shownBy } from './share.ts'

test.each([
  ['/pmanagementlist', '?theme=%E7%A8%8E&from=timeline&utm_source=x&page=2', '?theme=%E7%A8%8E&page=2'],
  ['/reviewlist/2', '?isappinstalled=0', ''],
  ['/search', '?q=a%26b&scene=1', '?q=a%26b'],
  ['/compare', '?ids=2,15', '?ids=2,15'],
  ['/loan/home', '?need=x&nsukey=y', '?need=x'],
  ['/pmanagement/2', '?q=x&page=2', ''],
  ['/information/consultation/1', '?page=2', ''],
  ['/mylist/1', '?poid=7', ''],
])('%s%s is shared with %s', (path, search, shown) => {
  expect(shownBy(path, search)).toBe(shown)
})
