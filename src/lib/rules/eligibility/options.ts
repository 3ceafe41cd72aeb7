/** The answers that choice questions offer: wire key and Chinese name. */

export const COMPANY_KINDS = {
  enterprise: '企业',
  startup: '初创企业',
  individual: '个体工商户',
  founder: '尚未注册',
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
} as const

/** Best first; M is for companies that are too young to be graded otherwise. */
export const TAX_CREDITS = { A: 'A 级', B: 'B 级', M: 'M 级', C: 'C 级', D: 'D 级' } as const

export const TAXPAYERS = { general: '一般纳税人', small: '小规模纳税人' } as const

/** 中小企业划型, smallest first. */
export const SIZES = { micro: '微型', small: '小型', medium: '中型', large: '大型' } as const
