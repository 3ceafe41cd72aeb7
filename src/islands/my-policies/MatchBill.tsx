import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Bill } from '../../lib/contract/policies/question.ts'
import { moneyWords, worthFigure } from '../../lib/rules/text/format-number.ts'
import { $matchBill, openMatchBill } from '../../lib/stores/match/my-policies.ts'

export function MatchBill() {
  const state = useStore($matchBill)
  useEffect(() => {
    openMatchBill()
  }, [])
  return (
    <section className="bill" aria-label="可得金额">
      {state.status === 'loading' && <p role="status">正在合计…</p>}
      {state.status === 'failed' && (
        <p role="alert">
          合计失败：{state.text}{' '}
          <button type="button" className="link" onClick={openMatchBill}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && <Total bill={state.bill} />}
    </section>
  )
}

function Total({ bill }: { bill: Bill }) {
  const { min, max, count, items, exact, unknown_count, taxes_together } = bill
  const figure = worthFigure(Number(min), max === null ? null : Number(max))
  const unfilled = items.filter(({ standing }) => standing === 'unfilled').length
  const contested = items.filter(({ standing, max }) => standing === 'contested' && Number(max) > 0)
  const most = Math.max(...contested.map(({ max }) => Number(max)))
  return (
    <>
      {Number(max ?? min) > 0 ? (
        <p className="bill-total">
          <span>
            符合的 {count} 项政策，今年合计{figure?.isOpen && '至少'}
          </span>
          <b className="figures">
            {figure?.number}
            <small>{figure?.unit}</small>
          </b>
        </p>
      ) : (
        <p>
          {items.length === 0
            ? '暂无可确认符合的政策。'
            : unfilled > 0 || max === null
              ? '还缺少计算金额的回答。'
              : '没有依法就能得到的金额。'}
        </p>
      )}
      <p className="bill-note">
        根据账户中的回答估算，只算依法就能得到的，以主管部门审核为准。
        {contested.length > 0 &&
          `另有 ${contested.length} 项可争取，最多 ${moneyWords(most)}${contested.length > 1 ? '一项' : ''}，经评审或者限额，不计入合计。`}
        {unknown_count > 0 && `另有 ${unknown_count} 项待确认，未计入。`}
        {taxes_together.map(({ name, min, max }) => {
          const sum = worthFigure(Number(min), max === null ? null : Number(max))
          return sum && `${name}的几项一起算，共少缴 ${sum.number} ${sum.unit}，各项后面是单独享受的金额。`
        })}
        {!exact && '组合较多，可能有更优的选择。'}
        {unfilled > 0 && (
          <>
            还有 {unfilled} 项补充数据后可算出金额，<a href="/match#result">去填写</a>。
          </>
        )}
      </p>
      {items.length > 0 && <Items items={items} />}
    </>
  )
}

type Item = Bill['items'][number]

function Items({ items }: Pick<Bill, 'items'>) {
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  return (
    <details>
      <summary>计算说明</summary>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <a href={`/pmanagement/${item.id}`}>{item.title}</a>
            <span className="figures">{amountOf(item)}</span>
            {item.excluded_by.length > 0 && (
              <small>
                不计入：与{item.excluded_by.map((other) => `“${titles.get(other) ?? other}”`).join('、')}
                只算一项
              </small>
            )}
            {item.standing === 'contested' && <small>不计入：要经评审或者有限额</small>}
            {item.standing === 'uncertified' && <small>现在不计入：取得资质以后才有</small>}
            {item.standing === 'next_year' && <small>今年不计入：今年的批次已经结束</small>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function amountOf({ standing, min, max }: Item): string {
  if (standing === 'unfilled') return '补充数据后可算'
  if (min === null) return standing === 'uncertified' ? '补充数据后可算' : '不折算金额'
  const figure = worthFigure(Number(min), max === null ? null : Number(max))
  if (!figure) return '金额待定'
  const sum = `${figure.isOpen ? '至少 ' : ''}${figure.number} ${figure.unit}`
  if (standing === 'next_year') return `明年 ${sum}`
  return standing === 'uncertified' ? `取得资质后每年多 ${sum}` : sum
}
