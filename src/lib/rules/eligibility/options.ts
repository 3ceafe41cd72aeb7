/** The payers of corporate income tax here: 公司, 农民专业合作社 and 民办非企业单位 (企业所得税法第一条). */
export const JUDGED_KINDS = {
  company: '公司',
  sole: '个人独资企业',
  partnership: '合伙企业',
  cooperative: '农民专业合作社',
  individual: '个体工商户',
  nonprofit: '民办非企业单位',
  founder: '尚未注册',
} as const

/** 其他组织: each has its own rules (国税函〔2008〕650号), so no policy is judged for them. */
export const UNJUDGED_KIND = 'other'

export const COMPANY_KINDS = {
  ...JUDGED_KINDS,
  [UNJUDGED_KIND]: '其他组织（外国企业常驻代表机构、事业单位、社会团体等）',
} as const

export const CERTIFICATES = {
  tech_sme: '科技型中小企业',
  high_tech: '高新技术企业',
  innovative_sme: '创新型中小企业',
  specialised: '专精特新中小企业',
  little_giant: '专精特新“小巨人”企业',
  single_champion: '制造业单项冠军企业',
  gazelle: '瞪羚企业',
  unicorn: '独角兽企业',
  advanced_service: '技术先进型服务企业',
  rd_institution: '省部级以上研发机构',
  science_award: '近三年获省部级以上科技奖励，单位排名前三',
  national_award: '近五年获国家级科技奖励，单位排名前三',
  standard_author: '近五年主导制定国际、国家或者行业标准（起草单位前五名）',
} as const

export type Certificate = keyof typeof CERTIFICATES

export const CERTIFICATE_KEYS = Object.keys(CERTIFICATES) as Certificate[]

export const FOUNDER_GROUPS = {
  young_graduate: '在校大学生或者毕业 5 年内的高校毕业生',
  graduate: '其他高校、职业院校、技工院校毕业生',
  jobless: '登记失业人员或者就业困难人员（含残疾人）',
  veteran: '退役军人',
  released: '刑满释放人员',
  overcapacity: '化解过剩产能企业职工或者失业人员',
  returned: '返乡创业人员',
  online_merchant: '网络商户',
  poverty: '脱贫人口或者农民',
  hk_macao: '45 周岁以下的港澳居民',
} as const

export const HIRED_GROUPS = {
  recent_graduate: '毕业 2 年内的高校毕业生',
  jobless: '登记失业半年以上的人员',
  poverty: '脱贫人口（含防止返贫监测对象）',
  veteran: '自主就业退役士兵',
  disabled: '残疾人',
  trainee: '就业见习人员（毕业 2 年内高校毕业生或者 16 至 24 岁失业青年）',
} as const

/** Best first; M is for companies too young for another grade. */
export const TAX_CREDITS = { A: 'A 级', B: 'B 级', M: 'M 级', C: 'C 级', D: 'D 级' } as const

export const TAXPAYERS = { general: '一般纳税人', small: '小规模纳税人' } as const

/** 中小企业划型, smallest first. */
export const SIZES = { micro: '微型', small: '小型', medium: '中型', large: '大型' } as const
