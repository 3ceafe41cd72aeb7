import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { NewMessage } from './messages.ts'

/**
 * The first message of a new customer. It names a policy that can be declared, the newest first, or else the first
 * policy; without any policy there is nothing to point at and no message.
 */
export function welcomeMessage(
  catalogue: KeptCatalogue,
): Pick<NewMessage, 'message' | 'category' | 'platform_policy_id'> | undefined {
  const item = catalogue.items.find((candidate) => candidate.policy !== null)
  const policyId = item?.policy ?? catalogue.policies[0]?.id
  const policy = catalogue.policies.find((candidate) => candidate.id === policyId)
  const title = policy?.title ?? item?.title
  if (policyId === undefined || title === undefined) return undefined
  return {
    message: `您好，欢迎使用惠企政策服务！为您推荐一项惠企政策：《${title}》，请点击查看原文。`,
    category: 'policy',
    platform_policy_id: policyId,
  }
}
