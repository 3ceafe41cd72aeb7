/** Sample rules modelled on well-known documents. */
import type { PolicyRule } from '../tree.ts'

/** 国科发火〔2016〕32号 第十一条 */
export const HIGH_TECH: PolicyRule = {
  eligibility: {
    all: [
      {
        fact: 'age_years',
        op: 'gte',
        value: 1,
        clause: { article: '第十一条（一）', gist: '注册成立一年以上' },
      },
      { fact: 'ip_total', op: 'gte', value: 1, clause: { article: '第十一条（二）' } },
      { fact: 'rd_staff_ratio', op: 'gte', value: 10, clause: { article: '第十一条（四）' } },
      {
        fact: 'rd_ratio_3y',
        op: 'gte',
        by: 'revenue',
        tiers: [{ up_to: '5000万', value: 5 }, { up_to: '2亿', value: 4 }, { value: 3 }],
        clause: { article: '第十一条（五）' },
      },
      { fact: 'violations', op: 'eq', value: false, clause: { article: '第十一条（八）' } },
    ],
  },
  unmodelled: ['近一年高新技术产品（服务）收入占同期总收入的比例不低于60%', '企业创新能力评价达到相应要求'],
}

/** 财政部 税务总局公告2023年第12号 第五条 */
export const SMALL_PROFIT: PolicyRule = {
  eligibility: {
    all: [
      { fact: 'taxable_income', op: 'lte', value: '300万' },
      { fact: 'employees', op: 'lte', value: 300 },
      { fact: 'assets', op: 'lte', value: '5000万' },
    ],
  },
  unmodelled: ['从事国家非限制和非禁止行业'],
}

/** 稳岗返还: the allowed rate of dismissals depends on the number of insured. */
export const JOB_KEEPING: PolicyRule = {
  eligibility: {
    all: [
      { fact: 'region', op: 'within', value: '440000' },
      { fact: 'kind', op: 'in', value: ['company', 'partnership'] },
      {
        fact: 'dismissal_ratio',
        op: 'lte',
        by: 'insured',
        tiers: [{ up_to: 30, value: 20 }, { value: 5.5 }],
      },
    ],
  },
  unmodelled: [],
}

/** 专精特新中小企业: two of four, or new capital instead of revenue. */
export const SPECIALISED: PolicyRule = {
  eligibility: {
    all: [
      { fact: 'size', op: 'in', value: ['micro', 'small', 'medium'] },
      {
        any: [
          { fact: 'revenue', op: 'gte', value: '1500万' },
          { fact: 'investment', op: 'gte', value: '2000万' },
        ],
      },
      {
        at_least: 2,
        of: [
          { fact: 'rd_ratio', op: 'gte', value: 3 },
          { fact: 'debt_ratio', op: 'lte', value: 80 },
          { fact: 'ip_invention', op: 'gte', value: 3 },
          { fact: 'certificates', op: 'in', value: ['high_tech', 'tech_sme'] },
        ],
      },
      { fact: 'tax_credit', op: 'not_in', value: ['C', 'D'] },
      { fact: 'industry', op: 'not_within', value: ['J', 'K70', '51'] },
    ],
  },
  unmodelled: ['专精特新发展评价得分达到要求'],
}

/** 场地租金补贴 for young companies of one district. */
export const RENT: PolicyRule = {
  eligibility: {
    all: [
      { fact: 'region', op: 'within', value: '440106' },
      { fact: 'age_years', op: 'between', value: [0.5, 3] },
      { fact: 'founded_on', op: 'gte', value: '2020-01-01' },
      { fact: 'taxpayer', op: 'eq', value: 'small' },
    ],
  },
  unmodelled: ['租赁地址与登记注册地址一致'],
}

export const RULES = [HIGH_TECH, SMALL_PROFIT, JOB_KEEPING, SPECIALISED, RENT]
