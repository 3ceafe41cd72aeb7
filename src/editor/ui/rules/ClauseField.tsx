import { AutoComplete, Input } from 'antd'
import { useEffect, useState } from 'react'
import { NAMED_LIST } from '../../../islands/kit/antd.tsx'
import type { Clause } from '../../../lib/rules/eligibility/tree.ts'
import { Labelled } from './parts.tsx'

/** An original that the policy rests on. */
export interface ClauseSource {
  id: number
  /** Clauses of the main one are named by the article alone, of the others with the number of the document. */
  isMain: boolean
}

/** A sentence of an original that can be cited. */
export interface Sentence {
  /** 第十一条（二）; of another than the main original with its name before it. */
  article: string
  /** The same without a name. */
  mark: string
  text: string
}

const ITEM = /^（[一二三四五六七八九十]+）/
const MARK =
  /(?:第[零〇一二两三四五六七八九十百千\d]+条(?:之[一二三四五六七八九十]+)?)?(?:（[一二三四五六七八九十]+）)?$/

/** The sentences of the page of an original, by the article and the item that each stands in. */
export function sentencesOf(page: Document, isMain: boolean): Sentence[] {
  const prefix = isMain ? '' : (page.querySelector('h1')?.textContent ?? '').trim()
  let article = ''
  return [...page.querySelectorAll('.prose > *')].flatMap((block): Sentence[] => {
    const opening = block.querySelector('a.article-number')
    if (opening) article = opening.getAttribute('title') || (opening.textContent ?? '')
    const text = (block.textContent ?? '').replace(/\s+/g, ' ').trim()
    const mark = `${article}${ITEM.exec(text)?.[0] ?? ''}`
    // A heading is no sentence, unless it opens an article.
    const isHeading = /^H\d$/.test(block.tagName) && !opening
    return mark === '' || text === '' || isHeading ? [] : [{ article: `${prefix}${mark}`, mark, text }]
  })
}

/** What a clause cites: named in full, or by another name of a document that has such an article. */
function citedBy(article: string, sentences: readonly Sentence[]): Sentence[] {
  const exact = sentences.filter((each) => each.article === article)
  const mark = MARK.exec(article)?.[0] ?? ''
  if (exact.length > 0 || mark === '' || mark === article) return exact
  return sentences.filter((each) => each.mark === mark && each.article !== each.mark)
}

const pages = new Map<number, Promise<Document>>()

function pageOf(id: number): Promise<Document> {
  const known = pages.get(id)
  if (known) return known
  const page = fetch(`/review/${id}`).then(async (answer) => {
    if (!answer.ok) throw new Error(`/review/${id}: ${answer.status}`)
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  })
  pages.set(id, page)
  page.catch(() => pages.delete(id))
  return page
}

/** What can be cited of the originals, once somebody wants to. */
function useSentences(sources: readonly ClauseSource[], isWanted: boolean): Sentence[] | null {
  const [sentences, setSentences] = useState<Sentence[] | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    Promise.allSettled(sources.map(async ({ id, isMain }) => sentencesOf(await pageOf(id), isMain))).then(
      (read) =>
        !isGone && setSentences(read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))),
    )
    return () => {
      isGone = true
    }
  }, [sources, isWanted])
  return sentences
}

interface Props {
  value: Clause | undefined
  onChange: (clause: Clause | undefined) => void
  sources: readonly ClauseSource[]
  /** What stands for the condition or the step; asks say it themselves. */
  hasGist?: boolean
}

/** Where the original says it: an article picked by its sentence, or any other document in words, and the gist beside it. */
export function ClauseField({ value, onChange, sources, hasGist = true }: Props) {
  const [isOpen, setOpen] = useState(false)
  const sentences = useSentences(sources, isOpen || value !== undefined)
  const { article = '', gist = '', href } = value ?? {}
  const set = (next: { article?: string; gist?: string }) => {
    const [at, words] = [next.article ?? article, next.gist ?? gist]
    if (at === '' && words === '') onChange(undefined)
    else onChange({ article: at, ...(words !== '' && { gist: words }), ...(href && { href }) })
  }
  const cited = citedBy(article, sentences ?? [])
  return (
    <div className="rule-clause">
      <Labelled label="依据">
        {(id) => (
          <AutoComplete
            {...NAMED_LIST}
            id={id}
            value={article}
            placeholder="第几条，或者别的文件的名称和条款"
            popupMatchSelectWidth={520}
            onFocus={() => setOpen(true)}
            onChange={(text) => set({ article: text ?? '' })}
            showSearch={{
              filterOption: (typed, option) => `${option?.value}${option?.text}`.includes(typed),
            }}
            options={(sentences ?? []).map(({ article: value, text }, place) => ({
              key: `${place}`,
              value,
              text,
            }))}
            optionRender={({ data: { value: at, text } }) => (
              <span className="rule-sentence">
                <b>{at}</b> {text}
              </span>
            )}
          />
        )}
      </Labelled>
      {hasGist && (
        <Labelled label="要点">
          {(id) => (
            <Input
              id={id}
              value={gist}
              maxLength={200}
              placeholder="用一句平常的话说，例如 研发人员占职工25%以上"
              onChange={(event) => set({ gist: event.target.value })}
            />
          )}
        </Labelled>
      )}
      {cited.map(({ text }) => (
        <blockquote key={text}>{text}</blockquote>
      ))}
      {article !== '' && sentences !== null && cited.length === 0 && (
        <p className="rule-note">原文里没有这一条的句子，按文字保留。</p>
      )}
    </div>
  )
}
