import { useStore } from '@nanostores/react'
import { Button, Flex, Form, Input, Radio, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf, InputOf } from '../../lib/contract/call.ts'
import { MISSED_DAYS_KEPT } from '../../lib/contract/policies/care.ts'
import {
  CORRECTION_KIND_NAMES,
  CORRECTION_STATE_NAMES,
  CORRECTION_STATES,
  type Correction,
  type listCorrections,
  settleCorrection,
} from '../../lib/contract/policies/correction.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { askEditorsLink, missedSearches } from '../../lib/stores/operator/editors-link.ts'
import { submit } from '../../lib/stores/operator/list.ts'
import { corrections } from '../../lib/stores/operator/lists.ts'
import { showToast } from '../kit/toast.ts'
import { FormModal, TextField } from './FormModal.tsx'
import { choiceOf } from './ListBar.tsx'
import { ListScreen, PartState } from './ListTable.tsx'

type Row = AnswerOf<typeof listCorrections>['result']['items'][number]

const PATHS: Readonly<Record<Correction['kind'], string>> = {
  original: '/review/',
  interpretation: '/pmanagement/',
  news: '/information/consultation/',
}

/** 内容纠错: what readers report, each with the page it is about, to be answered. */
export function Corrections() {
  return (
    <>
      <Reports />
      <ForEditors />
    </>
  )
}

const CHOICES = [choiceOf('state', '状态', CORRECTION_STATES, (state) => CORRECTION_STATE_NAMES[state])]

function Reports() {
  const [settled, setSettled] = useState<Row | null>(null)

  const columns: TableColumnsType<Row> = [
    {
      title: '内容',
      render: (_, { kind, page_id, title }) => (
        <a href={`${PATHS[kind]}${page_id}`} target="_blank" rel="noopener">
          {CORRECTION_KIND_NAMES[kind]}：{title ?? `第 ${page_id} 号`}
        </a>
      ),
    },
    {
      title: '错误说明',
      render: (_, { text, source, answer }) => (
        <>
          <p>{text}</p>
          {source && <p className="desk-soft">依据：{source}</p>}
          {answer && <p className="desk-soft">答复：{answer}</p>}
        </>
      ),
    },
    {
      title: '企业',
      render: (_, { company_id, company_name }) => (
        <a href={`/operator/companies?id=${company_id}`}>{company_name}</a>
      ),
    },
    { title: '时间', render: (_, { gmt_create }) => formatMoment(gmt_create) },
    { title: '状态', render: (_, { state }) => CORRECTION_STATE_NAMES[state] },
    {
      title: '处理',
      render: (_, row) =>
        row.state === 'open' && (
          <Button size="small" onClick={() => setSettled(row)}>
            答复
          </Button>
        ),
    },
  ]

  return (
    <>
      <ListScreen
        label="内容纠错"
        list={corrections}
        columns={columns}
        choices={CHOICES}
        notes={{ id: '这一条' }}
        exported="corrections"
        empty="暂无读者纠错"
        noneFound="没有符合条件的纠错"
      />
      {settled && (
        <FormModal<InputOf<typeof settleCorrection>['body']>
          title="答复内容纠错"
          okText="提交答复"
          done="已答复"
          initial={{ state: 'fixed' }}
          fields={settleCorrection.body.entries}
          onSubmit={(body) => submit(settleCorrection, { params: { id: settled.id }, body }, corrections)}
          onClose={() => setSettled(null)}
        >
          <p className="desk-quote">{settled.text}</p>
          <Form.Item name="state" label="处理结果">
            <Radio.Group
              options={[
                { value: 'fixed', label: '已改正' },
                { value: 'declined', label: '核实后没有改动' },
              ]}
            />
          </Form.Item>
          <TextField name="answer" label="给读者的说明（可不填）" rows={3} autoFocus />
        </FormModal>
      )}
    </>
  )
}

function ForEditors() {
  const state = useStore(missedSearches.$state)
  const [link, setLink] = useState<{ address: string; gmt_expire: string } | null>(null)
  const read = () => missedSearches.load(null)
  useEffect(() => {
    missedSearches.load(null)
  }, [])

  async function makeLink() {
    const made = await askEditorsLink()
    if (made.ok) setLink(made.value)
    else showToast(made.text, 'error')
  }

  return (
    <Flex
      vertical
      gap="small"
      align="start"
      component="section"
      aria-labelledby="for-editors"
      className="desk-for-editors"
    >
      <h2 id="for-editors">没有搜到的词</h2>
      {state.status !== 'ready' ? (
        <PartState state={state} onRetry={read} rows={1} />
      ) : state.value.length === 0 ? (
        <p className="desk-soft">
          最近 {MISSED_DAYS_KEPT} 天没有至少三次没搜到的词。不到三次的不显示，也不记录是谁搜的。
        </p>
      ) : (
        <ul className="desk-actions">
          {state.value.map(({ word, times, last_day }) => (
            <li key={word} title={`最近 ${last_day}`}>
              {word} <span className="desk-soft">{times} 次</span>
            </li>
          ))}
        </ul>
      )}
      <p className="desk-soft">
        编辑凭只读地址，不用登录就能看到待处理的纠错（不含企业和联系方式）和这些词。
      </p>
      <Button onClick={makeLink}>生成给内容编辑的只读地址</Button>
      {link && (
        <>
          <Input
            readOnly
            value={link.address}
            aria-label="给内容编辑的只读地址"
            onFocus={(event) => event.target.select()}
          />
          <p className="desk-soft">{formatMoment(link.gmt_expire)} 失效。再生成一个，以前的地址立即失效。</p>
        </>
      )}
    </Flex>
  )
}
