/** The pages that each engine takes pictures of, and where these are stored. */
import type { Engine } from './person.ts'

/** Each with words that appear when the page is complete. */
export const TEN_PAGES = {
  '/': '近期截止',
  '/pmanagementlist': '第 1 /',
  '/pmanagement/2': '适用条件',
  '/review/2': '发文机关',
  '/information/consultation/1': '发布',
  '/search?q=企业': '找到',
  '/match': '第 1 步',
  '/loan/home': '利息合计',
  '/popular/2': '适用条件',
  '/help': '识别代办骗局',
}

export const SIZES = [
  { width: 375, height: 812 },
  { width: 1600, height: 900 },
]

export const PICTURES = 'test-results/pictures'

export function pictureName(path: string, width: number, engine: Engine | 'all'): string {
  return `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${width}-${engine}.png`
}
