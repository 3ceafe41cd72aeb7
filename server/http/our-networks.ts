import { BlockList, isIP, isIPv6 } from 'node:net'

const OUR_NETWORKS = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  OUR_NETWORKS.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  OUR_NETWORKS.addSubnet(network, prefix, 'ipv6')
}

export function isOurNetwork(address: string): boolean {
  return OUR_NETWORKS.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Names that only one machine or one network knows (RFC 2606, 6762, 8375 and those that ICANN reserves). */
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|test|local|internal|home\.arpa)$/

/** Whether a web address is reachable from anywhere: a public name, or an address outside private networks. */
export function isOfInternet(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? !LOCAL_NAME.test(host) : !isOurNetwork(host)
}
