/** What an organisation changes to make the portal its own. Every page and the backend take it from here. */
export const site = {
  name: '知策',
  slogan: '惠企政策，看得懂、算得清、办得成',
  description:
    '面向企业的惠企政策服务：补贴、减税、贷款、资质的政策解读、原文和资讯，条件逐条对照，期限一目了然。',
  operator: '示例运营单位',
  hotline: '400-000-0000',
  email: 'service@example.com',
  /** 备案号: placeholders until the operator has its own. */
  icp: 'ICP备案号：示例ICP备00000000号',
  police: '公安备案号：示例公网安备00000000000000号',
  qrCodes: {
    account: '/frontend/qr/account.svg',
    service: '/frontend/qr/service.svg',
    trial: '/frontend/qr/trial.svg',
  },
  partners: [
    { name: '示例产业园', image: '/frontend/partners/park.svg' },
    { name: '示例商会', image: '/frontend/partners/chamber.svg' },
    { name: '示例孵化器', image: '/frontend/partners/incubator.svg' },
    { name: '示例担保公司', image: '/frontend/partners/guarantee.svg' },
  ],
} as const
