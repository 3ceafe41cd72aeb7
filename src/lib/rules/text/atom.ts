import { escapeMarkup } from './escape-markup.ts'

export interface FeedEntry {
  title: string
  url: string
  day: string
  /** Time of the last change, ms since 1970. */
  changedMs?: number | undefined
  summary: string
}

interface Feed {
  title: string
  author: string
  /** Absolute addresses of the feed itself and of its page. */
  self: string
  page: string
  entries: readonly FeedEntry[]
}

/** @param feed newest entry first */
export function writeAtom({ title, author, self, page, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<id>${escapeXml(self)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${entries[0] ? updatedAt(entries[0]) : toTimestamp('1970-01-01')}</updated>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n')
}

function writeEntry(entry: FeedEntry): string {
  const { title, url, summary } = entry
  return [
    '<entry>',
    `<id>${escapeXml(url)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updatedAt(entry)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    ...(summary ? [`<summary>${escapeXml(summary)}</summary>`] : []),
    '</entry>',
  ].join('\n')
}

function updatedAt({ day, changedMs }: FeedEntry): string {
  return changedMs === undefined ? toTimestamp(day) : new Date(changedMs).toISOString()
}

function toTimestamp(day: string): string {
  return `${day}T00:00:00+08:00`
}

// XML allows no control characters, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function escapeXml(text: string): string {
  return escapeMarkup(text.replace(UNFIT, ''))
}
