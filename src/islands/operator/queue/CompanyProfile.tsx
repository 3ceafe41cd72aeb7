import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { answerWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { SIZES } from '../../../lib/rules/eligibility/options.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $pickLists, loadPickList } from '../../../lib/stores/match/pick-lists.ts'
import {
  $companyProfile,
  openCompanyProfile,
  type CompanyProfile as Profile,
} from '../../../lib/stores/operator/company.ts'
import { PartState } from '../PartState.tsx'
import { useLevelName } from '../use-level-name.ts'

/** 企业档案 as the company has filled it in. */
export function CompanyProfile({ id }: { id: number }) {
  const state = useStore($companyProfile)
  useEffect(() => {
    openCompanyProfile(id)
    loadPickList('region')
    loadPickList('industry')
  }, [id])
  if (state.status !== 'ready' || state.id !== id) {
    const shown = state.status === 'ready' ? ({ status: 'loading' } as const) : state
    return <PartState state={shown} onRetry={() => openCompanyProfile(id)} />
  }
  return <Facts {...state.value} />
}

function Facts({ company, profile, questions }: Profile) {
  const lists = useStore($pickLists)
  const levelName = useLevelName()
  const [size] = profile.sizes
  const rows: [string, string][] = [
    ['企业名称', profile.name],
    ['企业等级', levelName(company.level)],
    ['企业编号', String(company.id)],
    ['注册时间', formatMoment(company.gmt_create)],
    ['信用代码', profile.credit_code],
    ['法定代表人', profile.legal_person],
    ['联系人', profile.contact],
    ['联系电话', profile.phone],
    ['地址', profile.address],
    ['企业规模', profile.sizes.length === 1 && size ? SIZES[size] : ''],
  ]
  for (const { key, answer } of questions) {
    const fact = FACT_KEYS.find((known) => known === key)
    if (!fact) continue
    const { kind, label } = factOf(fact)
    const list = kind === 'region' || kind === 'industry' ? lists[kind] : undefined
    const choice = list?.status === 'ready' ? list.list.byCode.get(String(answer)) : undefined
    rows.push([label, answer === null ? '' : (choice?.path ?? answerWords(fact, answer))])
  }
  return (
    <dl className="facts">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={text === '' ? 'facts-none' : undefined}>{text || '未填写'}</dd>
        </div>
      ))}
    </dl>
  )
}
