import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reservation } from '../../lib/contract/services/reservation.ts'
import { $grade, $upgrade } from '../../lib/stores/company/grade.ts'
import { $quota } from '../../lib/stores/documents/storage-quota.ts'
import { $session } from '../../lib/stores/session.ts'
import { GradeIsland } from './GradeIsland.tsx'

const level = (level: number, name: string) => ({
  level,
  name,
  description: '',
  privileges: [],
  files: 0,
  folders: 0,
})

beforeEach(() => {
  $session.set({ code: 200, name: '', topShow: false })
  $grade.set({ status: 'ready', levels: [level(1, '基础版'), level(2, '专业版')] })
})
afterEach(() => {
  $session.set({ code: 401, name: '', topShow: false })
  $quota.set({ status: 'idle' })
})

const markup = () => renderToStaticMarkup(createElement(GradeIsland))
const offers = () => markup().match(/<button[^>]*>申请/g) ?? []

test('without the own level, no level can be requested, and the reason is shown', () => {
  expect(markup()).toContain('正在读取您的当前等级…')
  expect(offers().every((offer) => offer.includes('disabled'))).toBe(true)
  $quota.set({ status: 'failed', text: '网络连接失败，请检查网络后重试' })
  expect(markup()).toContain('当前等级加载失败：网络连接失败，请检查网络后重试')
  expect(offers().every((offer) => offer.includes('disabled'))).toBe(true)
})

test('only higher levels are offered; a visitor can request each', () => {
  const quota = {
    companyId: 1,
    level: 1,
    levelName: '基础版',
    usedBytes: 0,
    limitBytes: 1024 ** 3,
  }
  $quota.set({ status: 'ready', quota })
  expect(offers()).toEqual(['<button type="button" class="button">申请'])
  $upgrade.set({ target_id: 2 } as Reservation)
  expect(offers(), 'one request for one level').toEqual([])
  $upgrade.set(null)
  $quota.set({ status: 'idle' })
  $session.set({ code: 401, name: '', topShow: false })
  expect(offers()).toHaveLength(2)
  expect(offers().some((offer) => offer.includes('disabled'))).toBe(false)
})
