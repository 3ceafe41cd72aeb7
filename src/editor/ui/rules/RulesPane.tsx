import { useStore } from '@nanostores/react'
import { Button, Form } from 'antd'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { GOLDEN_DAY } from '../../../lib/content/check/golden-company.ts'
import { unguardedInBenefit, unguardedInTree } from '../../../lib/content/check/unguarded.ts'
import { parseYamlFields } from '../../../lib/content/load/yaml-fields.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { Rates } from '../../../lib/rules/worth/formula.ts'
import { workingOf } from '../../../lib/rules/worth/working.ts'
import { goldenOf } from '../../document.ts'
import { $documents, act, change, dataOf, openDocument, type ReadyDocument } from '../document.ts'
import { type ClauseSource, FormContext } from '../form/form-context.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { FormulaSteps, type WrittenBenefit } from './FormulaSteps.tsx'
import { type GoldenChoice, GoldenTable, type WrittenFile } from './GoldenTable.tsx'
import {
  judgeGolden,
  lightsOf,
  type PolicyRules,
  placeKey,
  readGoldenData,
  readRatesData,
  readRules,
} from './golden.ts'
import { RuleTree } from './RuleTree.tsx'
import { nodeAt } from './tree-moves.ts'
import './rules.css'

const RATES = 'rates.yaml'
const UNGUARDED = {
  part: '没有样本守着',
  count: '少要求一项也没有样本会变',
  tier: '有一档没有样本守着',
  limit: '没有正好在界限上的样本',
}

/** Matches the front matter of a saved file. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/

/** Edits conditions, formulas and golden companies of an interpretation. */
export function RulesPane({ document }: { document: ReadyDocument }) {
  const { file } = document
  const goldenFile = goldenOf(file) ?? ''
  const documents = useStore($documents)
  const golden = documents[goldenFile]
  const [chosen, setChosen] = useState<GoldenChoice | null>(null)
  const [edited, setEdited] = useState<GoldenChoice | null>(null)
  useEffect(() => void openDocument(RATES), [])

  const front = (document.data ?? {}) as Record<string, unknown>
  const rates = useMemo(() => readRatesData(dataOf(documents[RATES])), [documents[RATES]])
  const rules = useMemo(() => readRules(document.data, rates), [document.data, rates])
  const saved = useSavedRules(document, rates)
  const companies = useMemo(() => readGoldenData(dataOf(golden), rules.asks), [golden, rules])
  const rows = useMemo(
    () => judgeGolden(rules, saved, { companies: companies.companies, wrong: companies.wrong }),
    [rules, saved, companies],
  )
  const row = rows.find((each) => chosen !== null && each.list === chosen.list && each.index === chosen.index)
  const lights = rules.tree && row?.reason ? lightsOf(rules.tree, row.reason) : null
  const working = useMemo(
    () =>
      rules.compiled && row ? workingOf(rules.compiled, readCompany(row.company.facts, GOLDEN_DAY)) : [],
    [rules, row],
  )
  // Unguarded conditions may appear a moment later, so that verdicts do not wait for them.
  const settled = useDeferredValue(useMemo(() => ({ rules, companies }), [rules, companies]))
  const unguarded = useMemo(() => guardsOf(settled.rules, settled.companies.companies), [settled])
  const sources = useSources(front['policy'], front['originals'])
  const written = (dataOf(golden) ?? {}) as WrittenFile
  const set = (name: string, value: unknown) => change(file, [{ path: [name], value }])
  const problemsOf = (name: string) =>
    rules.problems
      .filter(({ path }) => path[0] === name)
      .map(({ path, message }) => ({ path: path.slice(1), message }))

  return (
    <div className="rules">
      <header>
        <p role="status">
          {row ? (
            <>
              正在看 <b>{row.company.name}</b>：条件里标出它的结论，每一步标出它的金额
            </>
          ) : (
            '点下面的一家样本企业，看它怎样被判断'
          )}
        </p>
      </header>
      <FormContext
        value={{
          problems: document.problems,
          documents: [],
          sources,
          change: (changes) => change(file, changes),
        }}
      >
        <h2>谁可以享受</h2>
        <RuleTree
          tree={treeOf(front['eligibility'])}
          onChange={(tree) => set('eligibility', tree ?? undefined)}
          problems={problemsOf('eligibility')}
          lights={lights}
          unguarded={unguarded.tree}
        />
        <h2>多少钱</h2>
        <Form component="div" layout="vertical" className="form">
          <FormulaSteps
            benefit={front['benefit'] as WrittenBenefit | undefined}
            onChange={(benefit) => set('benefit', benefit)}
            rates={rates}
            problems={problemsOf('benefit')}
            unguarded={unguarded.benefit}
            working={working}
            taken={rules.asks.map((key) => key.split('.').at(-1) ?? key)}
          />
        </Form>
      </FormContext>
      <h2>样本企业</h2>
      {golden?.status === 'failed' && <p className="rule-problem">{golden.error}</p>}
      <GoldenTable
        rows={rows}
        written={written}
        chosen={chosen}
        onChoose={setChosen}
        onEdit={setEdited}
        onRemove={({ list: from, index }) => {
          setChosen(null)
          change(goldenFile, [{ path: [from, index], value: undefined }])
        }}
        onAdd={(to) => setEdited({ list: to, index: written[to]?.length ?? 0 })}
      />
      {[
        ...new Set(companies.problems.map(({ path, message }) => whereInGolden(written, path) + message)),
      ].map((words) => (
        <p key={words} className="rule-problem">
          {words}
        </p>
      ))}
      {golden?.status === 'ready' && golden.dirty && (
        <p>
          样本企业改过，和这篇解读一起看差异、一起保存。
          <Button size="small" disabled={!golden.canUndo} onClick={() => act('undo', goldenFile)}>
            撤销样本企业的修改
          </Button>
        </p>
      )}
      {edited && (
        <CompanyForm
          rules={rules}
          base={written.base ?? {}}
          company={written[edited.list]?.[edited.index]}
          isWrongCase={edited.list === 'wrong'}
          onCancel={() => setEdited(null)}
          onDone={(company) => {
            change(goldenFile, [{ path: [edited.list, edited.index], value: company }])
            setChosen(edited)
            setEdited(null)
          }}
        />
      )}
    </div>
  )
}

/** Returns the tree; a value that is no tree only shows its problem. */
function treeOf(written: unknown): Tree | null {
  return typeof written === 'object' && written !== null && !Array.isArray(written) ? (written as Tree) : null
}

function guardsOf(rules: PolicyRules, companies: Parameters<typeof unguardedInTree>[1]) {
  const { tree } = rules
  const found = tree && companies.length > 0 ? unguardedInTree(tree, companies) : []
  const words = new Map<string, string>()
  for (const { place, what } of found) {
    // An unguarded group stands for everything inside it.
    const isInside = found.some(
      (outer) =>
        outer.what === 'part' &&
        outer.place.length < place.length &&
        outer.place.every((at, i) => place[i] === at),
    )
    if (tree && nodeAt(tree, place) && !isInside) words.set(placeKey(place), UNGUARDED[what])
  }
  return {
    tree: words,
    benefit:
      rules.compiled && companies.some(({ worth }) => worth)
        ? unguardedInBenefit(rules.compiled, companies)
        : [],
  }
}

function whereInGolden(written: WrittenFile, [list, index, ...rest]: readonly (string | number)[]): string {
  const company = written[list as 'companies' | 'wrong']?.[Number(index)]
  return `${[company?.name ?? [list, index].join('.'), ...rest].join(' ')}：`
}

/** Returns the rules on disk, judged the same way as the draft. */
function useSavedRules({ file, saved }: ReadyDocument, rates: Rates): PolicyRules | null {
  return useMemo(() => {
    const yaml = saved === null ? undefined : FRONT_MATTER.exec(saved)?.[1]
    return yaml === undefined ? null : readRules(parseYamlFields(file, yaml).data, rates)
  }, [file, saved, rates])
}

/** Returns the policy's originals; clauses of the main one have only their article. */
function useSources(policy: unknown, originals: unknown): ClauseSource[] {
  const key = JSON.stringify([policy, originals])
  return useMemo(() => {
    const [main, others] = JSON.parse(key) as [unknown, unknown]
    const ids = [main, ...(Array.isArray(others) ? others : [])].filter((id) => typeof id === 'number')
    return [...new Set(ids)].map((id) => ({ id, isMain: id === main }))
  }, [key])
}
