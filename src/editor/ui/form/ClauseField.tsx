import { AutoComplete, Flex, Input } from 'antd'
import { useContext, useEffect, useState } from 'react'
import { NAMED_LIST } from '../../../islands/kit/antd.tsx'
import type { Clause } from '../../../lib/rules/eligibility/tree.ts'
import { type ClauseSource, FormContext } from './form-context.ts'

interface Sentence {
  article: string
  text: string
}

const ITEM = /^（[一二三四五六七八九十]+）/

/** Returns the sentences of an original's page, with the article and item of each. */
async function readSentences({ id, isMain }: ClauseSource): Promise<Sentence[]> {
  const answer = await fetch(`/review/${id}`)
  if (!answer.ok) return []
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const name = isMain ? '' : (page.querySelector('h1')?.textContent ?? '').trim()
  let article = ''
  return [...page.querySelectorAll('.prose > *')].flatMap((block): Sentence[] => {
    const opening = block.querySelector('a.article-number')
    if (opening) article = opening.getAttribute('title') || (opening.textContent ?? '')
    const text = (block.textContent ?? '').replace(/\s+/g, ' ').trim()
    const mark = `${article}${ITEM.exec(text)?.[0] ?? ''}`
    // A heading counts as a sentence only if it opens an article.
    const isHeading = /^H\d$/.test(block.tagName) && !opening
    return mark === '' || text === '' || isHeading ? [] : [{ article: name + mark, text }]
  })
}

interface Props {
  id: string
  value: Clause | undefined
  onChange: (clause: Clause | undefined) => void
}

export function ClauseField({ id, value, onChange }: Props) {
  const { sources } = useContext(FormContext)
  const [sentences, setSentences] = useState<Sentence[]>([])
  useEffect(() => {
    void Promise.all(sources.map((source) => readSentences(source).catch(() => []))).then((read) =>
      setSentences(read.flat()),
    )
  }, [sources])
  const { article = '', gist = '', href } = value ?? {}
  const set = (at: string, words: string) =>
    onChange(
      at === '' && words === ''
        ? undefined
        : { article: at, ...(words !== '' && { gist: words }), ...(href && { href }) },
    )
  const cited = sentences.filter((each) => each.article === article)
  return (
    <Flex vertical gap="small">
      <AutoComplete
        {...NAMED_LIST}
        id={id}
        value={article}
        placeholder="第几条，或者别的文件的名称和条款"
        popupMatchSelectWidth={520}
        onChange={(text) => set(text ?? '', gist)}
        showSearch={{ filterOption: (typed, option) => `${option?.value}${option?.text}`.includes(typed) }}
        options={sentences.map(({ article: at, text }, key) => ({ key, value: at, text }))}
        optionRender={({ data: { value: at, text } }) => (
          <span className="form-sentence">
            <b>{at}</b> {text}
          </span>
        )}
      />
      <Input
        aria-label="要点"
        value={gist}
        maxLength={200}
        prefix={<span className="editor-note">要点</span>}
        placeholder="用一句平常的话说，例如 研发人员占职工25%以上"
        onChange={({ target }) => set(article, target.value)}
      />
      <p className="editor-note">
        {cited.map(({ text }) => text).join(' ') ||
          (article !== '' && sentences.length > 0 && '原文里没有这一条的句子，按文字保留。')}
      </p>
    </Flex>
  )
}
