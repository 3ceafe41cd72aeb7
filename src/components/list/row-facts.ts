/** A row's facts as data attributes, written by the row components and read by the list script. */

import type { RowFacts } from '../../lib/rules/search/filters.ts'
import { readWindow } from '../../lib/rules/time/window-use.ts'

export type WrittenFacts = {
  [Name in Exclude<keyof RowFacts, 'window'>]?: RowFacts[Name] | undefined
}

export function factAttributes(facts: WrittenFacts): Record<`data-${string}`, string | undefined> {
  return {
    'data-text': facts.text,
    'data-region': facts.region,
    'data-themes': facts.themes?.join(' ') || undefined,
    'data-support': facts.support,
    'data-department': facts.department || undefined,
    'data-kind': facts.kind,
    'data-published': facts.published,
  }
}

export function readFacts(row: HTMLElement): RowFacts {
  const {
    text = '',
    region = '000000',
    themes = '',
    support = '',
    department = '',
    kind = '',
    published = '',
  } = row.dataset
  const state = row.querySelector<HTMLElement>('[data-window]')
  return {
    text,
    region,
    themes: themes.split(' ').filter(Boolean),
    support,
    department,
    kind,
    published,
    window: readWindow(state?.dataset['window'] ?? ''),
  }
}
