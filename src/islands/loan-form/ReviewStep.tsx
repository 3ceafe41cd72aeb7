import { useStore } from '@nanostores/react'
import {
  chosenProduct,
  isUnregistered,
  type LoanProductTerms,
  materialsFor,
  readMonths,
} from '../../lib/contract/loan-form.ts'
import type { TypedForm } from '../../lib/contract/typed-form.ts'
import { formatNumber } from '../../lib/rules/figures.ts'
import { readTypedPhone } from '../../lib/rules/phone.ts'
import { readTypedNumber } from '../../lib/rules/typed-number.ts'
import { $form, typedIn } from '../../lib/stores/forms/form.ts'
import { Consent } from '../kit/form/Consent.tsx'

interface Props {
  products: readonly LoanProductTerms[]
  onGo: (step: number) => void
}

/** 核对和授权: everything once more, then what is consented to. */
export function ReviewStep({ products, onGo }: Props) {
  const form = typedIn(useStore($form, { ssr: 'initial' }))
  return (
    <>
      {partsOf(form, products).map(({ title, step, rows }) => (
        <section key={title} className="loan-review">
          <h2>
            {title}
            <button type="button" className="link" onClick={() => onGo(step)}>
              修改<span className="visually-hidden">{title}</span>
            </button>
          </h2>
          <dl>
            {rows.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Consent name="agree_true">以上内容和材料真实、完整，与原件一致。</Consent>
      <Consent name="agree_pass">
        同意平台为办理这笔贷款，把以上内容和材料转给所选的贷款机构；没有选产品的，转出前会再征得您同意。转给机构前不查征信。
        见<a href="/privacy">隐私政策</a>。
      </Consent>
    </>
  )
}

function partsOf(form: TypedForm, products: readonly LoanProductTerms[]) {
  const { texts, files } = form
  const filesOf = (slot: string) =>
    files.filter((file) => file.slot === slot).map(({ local_name }) => local_name)
  return [
    {
      title: '贷款需求',
      step: 1,
      rows: [
        ['产品', chosenProduct(form, products)?.title ?? '请平台推荐'],
        ['金额', `${formatNumber(Number(readTypedNumber(texts['amount'] ?? '') ?? 0))} 元`],
        ['期限', `${readMonths(texts['term_months'])} 个月`],
        ['用途', texts['purpose'] ?? ''],
      ],
    },
    {
      title: '企业信息',
      step: 2,
      rows: [
        ['企业名称', texts['company_name'] ?? ''],
        ['统一社会信用代码', isUnregistered(form) ? '尚未注册' : (texts['credit_code'] ?? '')],
        [isUnregistered(form) ? '创业者姓名' : '法定代表人', texts['legal_person'] ?? ''],
        ['联系人', texts['contact'] ?? ''],
        ['联系电话', readTypedPhone(texts['phone'] ?? '')],
      ],
    },
    {
      title: '材料',
      step: 3,
      rows: materialsFor(form, products).map(({ name }) => [name, filesOf(name).join('、') || '没有提供']),
    },
  ]
}
