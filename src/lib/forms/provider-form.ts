/** 服务商入驻 as typed: its problems, and the request that a form without problems makes. */

import type * as v from 'valibot'
import type { Order } from '../contract/orders/order.ts'
import {
  PERMITS_LIMIT,
  type ProviderField,
  providerFields,
  REGIONS_LIMIT,
  type StoredFile,
} from '../contract/orders/order-fields.ts'
import { creditCodeProblem } from '../rules/text/credit-code.ts'
import { normalizePhone } from '../rules/text/phone.ts'
import {
  checkText,
  type FoundIn,
  fileField,
  onlyProblems,
  type Problems,
  type TypedForm,
  type Whole,
} from './typed-form.ts'

export const LICENCE_SLOT = '营业执照'
/** Only for services that need a permit. */
export const PERMIT_SLOT = '许可或资质证书'

type ProviderText = Exclude<ProviderField, 'licence' | 'permits'>

export const PROVIDER_LABELS = {
  category_id: '服务类别',
  company_name: '企业名称',
  credit_code: '统一社会信用代码',
  services: '服务内容',
  regions: '服务地区',
  cases: '服务案例',
  contact: '联系人',
  phone: '联系电话',
} satisfies Record<ProviderText, string>

export function isProviderSlot(slot: string): boolean {
  return slot === LICENCE_SLOT || slot === PERMIT_SLOT
}

export function regionsOf({ texts }: TypedForm): string[] {
  return (texts['regions'] ?? '').split(',').filter(Boolean)
}

/** @param offered ids of the categories on offer; undefined when unknown: then the server checks */
export function providerProblems(
  form: TypedForm,
  agreed: readonly string[],
  offered?: readonly number[],
): Problems {
  const { texts, files } = form
  const { company_name, services, cases, contact, phone } = providerFields.entries
  const regions = regionsOf(form).length
  return onlyProblems({
    category_id: isOffered(texts['category_id'], offered) ? undefined : '请选择服务类别',
    company_name: checkText(company_name, texts['company_name']),
    credit_code: creditCodeProblem(texts['credit_code'] ?? ''),
    [fileField(LICENCE_SLOT)]: files.some(({ slot }) => slot === LICENCE_SLOT) ? undefined : '请上传营业执照',
    [fileField(PERMIT_SLOT)]:
      files.filter(({ slot }) => slot === PERMIT_SLOT).length > PERMITS_LIMIT
        ? `不能超过 ${PERMITS_LIMIT} 个文件`
        : undefined,
    services: checkText(services, texts['services']),
    regions:
      regions === 0
        ? '请至少添加一个服务地区'
        : regions > REGIONS_LIMIT
          ? `服务地区不能超过 ${REGIONS_LIMIT} 个`
          : undefined,
    cases: checkText(cases.wrapped, texts['cases']),
    contact: checkText(contact, texts['contact']),
    phone: checkText(phone, normalizePhone(texts['phone'] ?? '')),
    agree_rules: agreed.includes('agree_rules') ? undefined : '请阅读后勾选',
  } satisfies FoundIn<ProviderText>)
}

function isOffered(chosen: string | undefined, offered: readonly number[] | undefined): boolean {
  if (!chosen) return false
  return offered === undefined || offered.includes(Number(chosen))
}

export function toProvider(
  form: TypedForm,
): Whole<v.InferInput<typeof providerFields>, 'licence'> & { kind: 'provider' } {
  const { texts, files } = form
  const [licence] = storedIn(LICENCE_SLOT, files)
  return {
    kind: 'provider',
    category_id: Number(texts['category_id']),
    company_name: texts['company_name'] ?? '',
    credit_code: texts['credit_code'] ?? '',
    services: texts['services'] ?? '',
    regions: regionsOf(form),
    cases: texts['cases'] ?? '',
    contact: texts['contact'] ?? '',
    phone: normalizePhone(texts['phone'] ?? ''),
    ...(licence && { licence }),
    permits: storedIn(PERMIT_SLOT, files),
  }
}

function storedIn(wanted: string, files: TypedForm['files']): StoredFile[] {
  return files.flatMap(({ slot, local_name, hash_name, size }) =>
    slot === wanted && hash_name !== null ? [{ local_name, hash_name, size }] : [],
  )
}

export function fromProvider(sent: Order): TypedForm | null {
  if (sent.kind !== 'provider') return null
  const { category_id, regions, licence, permits, ...texts } = sent.fields
  return {
    texts: {
      ...texts,
      regions: regions.join(','),
      ...(category_id !== undefined && { category_id: String(category_id) }),
    },
    files: [
      ...(licence ? [{ ...licence, slot: LICENCE_SLOT, pending_id: null }] : []),
      ...permits.map((file) => ({ ...file, slot: PERMIT_SLOT, pending_id: null })),
    ],
  }
}
