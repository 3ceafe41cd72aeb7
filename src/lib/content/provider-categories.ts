/** The categories with pages, numbered as in the installed table `provider_categories`. */
export const PROVIDER_CATEGORIES = [
  { id: 1, name: '知识产权', description: '专利、商标、著作权的申请、维护与维权' },
  { id: 2, name: '财税服务', description: '代理记账、纳税申报、研发费用归集与审计' },
  { id: 3, name: '法律服务', description: '合同审查、合规、劳动与争议解决' },
  { id: 4, name: '检验检测', description: '产品检验、检测、计量与认证' },
  { id: 5, name: '科技成果转化', description: '技术转让、技术合同登记与产学研对接' },
  { id: 6, name: '人力资源', description: '招聘、培训、社保与人才政策办理' },
] as const

export function providersOf(category: string): string {
  return `${category.replace(/服务$/, '')}服务商`
}

export type ProviderCategory = (typeof PROVIDER_CATEGORIES)[number]
