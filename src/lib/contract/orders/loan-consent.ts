/** The consent to pass a loan application on: its words, and under which version they are stored with it. */

/** Other words are another version: the day of the change. */
export const LOAN_CONSENT = {
  version: '2026-11-21',
  words:
    '同意平台为办理这笔贷款，把以上内容和材料转给所选的贷款机构；没有选产品的，转出前会再征得您同意。转给机构前不查征信。',
} as const

/** Every version that was ever in force. */
export const LOAN_CONSENT_VERSIONS = [LOAN_CONSENT.version]
