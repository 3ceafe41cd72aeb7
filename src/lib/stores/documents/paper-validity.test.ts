import { expect, test } from 'vitest'
import { paperWarning, validityText } from './paper-validity.ts'

const until = (expires_on: string) => paperWarning({ expires_on, report_year: null }, '2026-11-21')
const about = (report_year: number, today: string) => paperWarning({ expires_on: null, report_year }, today)

test('a document has a warning from 30 days before its last day', () => {
  expect(until('2026-12-22')).toBeNull()
  expect(until('2026-12-21')).toEqual({ tone: 'soon', label: '30 天后到期' })
  expect(until('2026-11-21')).toEqual({ tone: 'soon', label: '今天到期' })
  expect(until('2026-11-20')).toEqual({ tone: 'expired', label: '已过期' })
})

test('a report is old when a newer one must exist: after June, that of the year before', () => {
  expect(about(2025, '2026-11-21')).toBeNull()
  expect(about(2024, '2026-11-21')).toEqual({ tone: 'old', label: '2024 年度，偏旧' })
  expect(about(2024, '2026-06-30')).toBeNull()
  expect(about(2024, '2026-07-01')?.tone).toBe('old')
})

test('expiry takes precedence over the year, and unknown validity has no warning', () => {
  expect(paperWarning({ expires_on: '2026-01-01', report_year: 2020 }, '2026-11-21')?.tone).toBe('expired')
  expect(paperWarning({ expires_on: null, report_year: null }, '2026-11-21')).toBeNull()
  expect(validityText({ expires_on: '2027-03-31', report_year: 2025 })).toBe('有效期至 2027-03-31，2025 年度')
  expect(validityText({ expires_on: null, report_year: null })).toBe('')
})
