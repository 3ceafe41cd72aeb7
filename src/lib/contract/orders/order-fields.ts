/**
 * The forms of an order: one shape for each kind. Amounts are decimal strings of 元. The same schemas read stored forms, so
 * they may become wider, never narrower.
 */
import * as v from 'valibot'
import { LOAN_MAX_MONTHS } from '../../rules/loan/schedule.ts'
import { isCreditCode } from '../../rules/text/credit-code.ts'
import { readTypedNumber } from '../../rules/text/typed-number.ts'
import { phone } from '../account/sms.ts'
import { attachedName } from '../documents/document-name.ts'
import { fileSize, hashName } from '../documents/storage.ts'
import { line, paragraph, properName, typedCreditCode } from '../text.ts'
import { LOAN_CONSENT_VERSIONS } from './loan-consent.ts'

export const MATERIALS_LIMIT = 50
/** Characters of a provider's description of its services; the cases have a limit of their own. */
export const SERVICES_LIMIT = 2000
export const CASES_LIMIT = 5000
export const REGIONS_LIMIT = 50
export const PERMITS_LIMIT = 5
export const FILES_LIMIT = 50

const INCOMPLETE = '请填写完整的申请内容'

function orBlank<const Text extends v.GenericSchema<string, string>>(text: Text) {
  return v.optional(v.union([text, v.pipe(v.string(), v.trim(), v.literal(''))]), '')
}

const rowId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
const contact = properName('联系人', 50)
const companyName = properName('企业名称', 100)
const legalPerson = properName('法定代表人', 50)

const YUAN = /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/

/** 元: up to 12 digits, and two after the point; also as people type it and as pages print it (1,000,000, 100万). */
const amount = v.pipe(
  v.string('请填写金额'),
  v.trim(),
  v.transform((text) => (YUAN.test(text) ? text : (readTypedNumber(text) ?? text))),
  v.regex(YUAN, '金额应为数字（元），最多两位小数'),
)

const creditCode = v.pipe(typedCreditCode, v.check(isCreditCode, '统一社会信用代码不正确，请检查是否有误'))

/** A file that the company has uploaded; its object lies in the private bucket. */
export const storedFile = v.object({ local_name: attachedName, hash_name: hashName, size: fileSize })

export type StoredFile = v.InferOutput<typeof storedFile>

const material = v.object({
  name: line('材料名称', 100),
  ready: v.boolean(),
  /** A service file of the same order; a deleted one is ignored. */
  file_id: v.optional(rowId),
})

const papers = {
  amount: orBlank(amount),
  summary: orBlank(paragraph('申报说明', 2000)),
  materials: v.optional(
    v.pipe(v.array(material), v.maxLength(MATERIALS_LIMIT, `材料不能超过 ${MATERIALS_LIMIT} 项`)),
    () => [],
  ),
}

export const applicationDraft = v.object({
  contact: orBlank(contact),
  phone: orBlank(v.union([phone, line('联系电话', 20)])),
  ...papers,
})

export const applicationFields = v.object({ contact, phone, ...papers })

export const loanFields = v.object(
  {
    product_id: v.optional(rowId),
    /** Names at the time of the application. The server sets them, whatever a caller sends. */
    product: v.optional(v.object({ title: line('贷款产品', 100), lender: line('贷款机构', 100) })),
    company_name: companyName,
    /** Null: not registered yet (尚未注册). */
    credit_code: v.optional(v.nullable(creditCode), null),
    legal_person: orBlank(legalPerson),
    contact,
    phone,
    amount: v.pipe(
      amount,
      v.check((text) => Number(text) > 0, '贷款金额应大于 0'),
    ),
    term_months: v.pipe(
      v.number('请选择贷款期限'),
      v.integer('贷款期限应为整月'),
      v.minValue(1, '贷款期限至少 1 个月'),
      v.maxValue(LOAN_MAX_MONTHS, `贷款期限最多 ${LOAN_MAX_MONTHS} 个月`),
    ),
    purpose: paragraph('贷款用途', 500),
    materials: v.optional(
      v.pipe(
        v.array(v.object({ ...storedFile.entries, name: line('材料名称', 100) })),
        v.maxLength(FILES_LIMIT, `材料不能超过 ${FILES_LIMIT} 个文件`),
      ),
      () => [],
    ),
    consent: v.picklist(LOAN_CONSENT_VERSIONS, '请先阅读并同意授权书'),
  },
  INCOMPLETE,
)

const regionCode = v.pipe(v.string(), v.regex(/^\d{6}$/, '服务地区不正确'))

export const providerFields = v.object(
  {
    category_id: v.optional(rowId),
    company_name: companyName,
    credit_code: creditCode,
    services: paragraph('服务内容', SERVICES_LIMIT),
    regions: v.pipe(
      v.array(regionCode, '请选择服务地区'),
      v.minLength(1, '请选择服务地区'),
      v.maxLength(REGIONS_LIMIT, `服务地区不能超过 ${REGIONS_LIMIT} 个`),
    ),
    cases: orBlank(paragraph('服务案例', CASES_LIMIT)),
    contact,
    phone,
    licence: v.optional(storedFile),
    permits: v.optional(
      v.pipe(
        v.array(storedFile),
        v.maxLength(PERMITS_LIMIT, `许可或资质证书不能超过 ${PERMITS_LIMIT} 个文件`),
      ),
      () => [],
    ),
  },
  INCOMPLETE,
)

export const companyFields = v.object(
  {
    company_name: companyName,
    credit_code: v.optional(v.nullable(creditCode), null),
    legal_person: orBlank(legalPerson),
    region: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/, '所在地区不正确'))),
    industry: orBlank(line('所属行业', 50)),
    founded_on: v.optional(v.pipe(v.string(), v.isoDate('成立日期不正确'))),
    employees: v.optional(v.pipe(v.number('请填写人数'), v.integer(), v.minValue(0), v.maxValue(10_000_000))),
    annual_revenue: orBlank(amount),
    address: orBlank(line('地址', 200)),
    contact: orBlank(contact),
    phone: orBlank(phone),
  },
  INCOMPLETE,
)

export type ApplicationDraft = v.InferOutput<typeof applicationDraft>

/** The fields of each kind of form. Tables over these names turn a forgotten field into a type error. */
export type ProviderField = keyof typeof providerFields.entries
export type LoanField = keyof typeof loanFields.entries
