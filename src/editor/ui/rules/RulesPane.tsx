import { useStore } from '@nanostores/react'
import { Button, Flex, Form } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { GOLDEN_DAY } from '../../../lib/content/check/golden-company.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import { workingOf } from '../../../lib/rules/worth/working.ts'
import { goldenOf } from '../../document.ts'
import { $documents, act, change, dataOf, openDocument, type ReadyDocument } from '../document.ts'
import { type ClauseSource, FormContext } from '../form/form-context.ts'
import { problemWords } from '../form/values.ts'
import { ProblemLines } from '../ProblemLines.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { FormulaSteps, type WrittenBenefit } from './FormulaSteps.tsx'
import { type GoldenChoice, GoldenTable, type WrittenFile } from './GoldenTable.tsx'
import { asksOfRules, judgeGolden, lightsOf, readGoldenData, readRatesData, readRules } from './golden.ts'
import { RuleTree } from './RuleTree.tsx'
import './rules.css'

const RATES = 'rates.yaml'

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
  const companies = useMemo(() => readGoldenData(dataOf(golden)), [golden])
  const rows = useMemo(() => judgeGolden(rules, companies), [rules, companies])
  const row = rows.find((each) => chosen !== null && each.list === chosen.list && each.index === chosen.index)
  const lights = row?.reason ? lightsOf(row.reason) : null
  const working = useMemo(
    () =>
      rules.compiled && row ? workingOf(rules.compiled, readCompany(row.company.facts, GOLDEN_DAY)) : [],
    [rules, row],
  )
  const sources = useSources(front['policy'], front['originals'])
  const written = (dataOf(golden) ?? {}) as WrittenFile
  const set = (name: string, value: unknown) => change(file, [{ path: [name], value }])
  const problemsOf = (name: string) =>
    document.problems.flatMap((problem) => {
      const [field, ...inside] = problem.field.split('.')
      const path = inside.map((key) => (/^\d+$/.test(key) ? Number(key) : key))
      return field === name ? [{ path, message: problemWords(problem) }] : []
    })

  return (
    <Flex vertical gap="middle" className="rules">
      <p role="status">
        {row ? (
          <>
            正在看 <b>{row.company.name}</b>：条件里标出它的结论，每一步标出它的金额
          </>
        ) : (
          '点下面的一家样本企业，看它怎样被判断'
        )}
      </p>
      <FormContext
        value={{
          ...{ problems: document.problems, documents: [], sources },
          asks: asksOfRules(rules).map(({ key }) => key.split('.').at(-1) ?? key),
          change: (changes) => change(file, changes),
        }}
      >
        <h2>谁可以享受</h2>
        <RuleTree
          tree={treeOf(front['eligibility'])}
          onChange={(tree) => set('eligibility', tree ?? undefined)}
          problems={problemsOf('eligibility')}
          lights={lights}
        />
        <h2>多少钱</h2>
        <Form component="div" layout="vertical" className="form">
          <FormulaSteps
            benefit={front['benefit'] as WrittenBenefit | undefined}
            onChange={(benefit) => set('benefit', benefit)}
            rates={rates}
            problems={problemsOf('benefit')}
            working={working}
          />
        </Form>
      </FormContext>
      <h2>样本企业</h2>
      {golden?.status === 'failed' && <p className="editor-wrong">{golden.error}</p>}
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
      {golden?.status === 'ready' && <ProblemLines problems={golden.problems} />}
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
    </Flex>
  )
}

/** Returns the tree; a value that is no tree only shows its problem. */
function treeOf(written: unknown): Tree | null {
  return typeof written === 'object' && written !== null && !Array.isArray(written) ? (written as Tree) : null
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
