/** The consent to send a loan application to the lender: its text, and the version that is stored with it. */

/** A change of the text, here or in the authorisation, makes a new version: the day of the change. */
export const LOAN_CONSENT = {
  version: '2026-11-22',
  words:
    '为办理这笔贷款，本站把以上内容和材料（其中身份证件、银行流水等属于敏感信息）转给所选的贷款机构；没有选产品的，转出前会再征得您同意。转给机构前不查征信。',
} as const

export const LOAN_CONSENT_VERSIONS = [LOAN_CONSENT.version, '2026-11-21'] as const

export const LOAN_AUTHORISATION_PATH = '/agreement#loan-authorisation'

/** 授权书: recipient, data, purpose and means of the transfer. The page defines 本站 in it. */
export const LOAN_AUTHORISATION = [
  [
    '转给谁',
    '您在申请里选定的产品所列的那一家贷款机构，名称写在产品页和申请的“核对和授权”一步。没有选产品的，本站不转给任何机构；转出前由运营人员告诉您机构的名称，再征得您同意。',
  ],
  [
    '转哪些信息',
    '您在申请里填写的贷款金额、期限和用途，企业名称、统一社会信用代码、法定代表人或者申请人姓名，联系人和联系电话；您上传的营业执照、身份证件、财务报表或者纳税申报表、银行流水、用途证明和担保材料。身份证件、银行流水属于敏感个人信息，一旦泄露可能影响人身和财产安全，只转办理这笔贷款必需的部分。',
  ],
  ['用来做什么', '受理和审查这一笔贷款，并为此与您联系。贷款机构不得用于推销或者其他目的。'],
  [
    '怎么转',
    '运营人员核对后，以加密方式提供给该机构指定的受理人员，并在申请的进度里告诉您。不通过公开链接，不转给中介。',
  ],
  ['征信', '本授权不包括查询征信。机构需要查询的，由机构另行取得您的书面授权。'],
  [
    '多久有效、怎么撤回',
    '从您勾选并提交起，到这笔贷款办结或者申请撤回为止。转出之前，您撤回申请就是撤回授权；转出之后撤回的，不影响此前已经进行的处理，您可以要求机构删除，本站协助转达。',
  ],
  ['不授权会怎样', '这份申请不能提交给贷款机构；浏览、匹配、申报等其他功能不受影响。'],
  ['其他人的信息', '材料里有法定代表人、股东、担保人等其他人信息的，请先取得他们的同意。'],
] as const
