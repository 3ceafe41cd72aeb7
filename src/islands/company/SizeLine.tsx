import type { CompanyProfile } from '../../lib/contract/account/company-profile.ts'
import { SIZES } from '../../lib/rules/eligibility/options.ts'

/** 中小企业划型 as the saved answers give it. */
export function SizeLine({ sizes, isOld }: { sizes: CompanyProfile['sizes']; isOld: boolean }) {
  const names = sizes.map((size) => `${SIZES[size]}企业`)
  const isKnown = names.length < Object.keys(SIZES).length
  return (
    <p className="profile-size">
      <span>中小企业划型</span>
      <b>{isKnown ? names.join('或') : '还不能判断'}</b>
      <small>
        {isKnown
          ? '按行业、从业人数、营业收入和资产总额推算，以统计部门的认定为准。'
          : '填写行业、从业人数、营业收入和资产总额后，这里会给出推算。'}
        {isOld && '保存后重新推算。'}
      </small>
    </p>
  )
}
