import { isIPv4, isIPv6 } from 'node:net'

/** Return the eight groups of an IPv6 address as numbers, including an embedded IPv4 tail. */
function groupsOf(address: string): number[] {
  const withoutZone = address.split('%')[0] ?? ''
  const tail = /(?<!\d)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(withoutZone)
  const hex = tail ? withoutZone.replace(tail[0], `${toHex(tail[1], tail[2])}:${toHex(tail[3], tail[4])}`) : withoutZone
  const [head = '', rest] = hex.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = rest === undefined || rest === '' ? [] : rest.split(':')
  const zeros = rest === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
const toHex = (high = '0', low = '0') => (Number(high) * 256 + Number(low)).toString(16)

/** Return whether the address is an IPv4-mapped IPv6 address. */
const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff

/** Return whether the address is a loopback address, IPv4 or IPv6. */
export function isLoopback(ip: string | undefined): boolean {
  if (ip === undefined) return false
  if (isIPv4(ip)) return ip.startsWith('127.')
  if (!isIPv6(ip)) return false
  const groups = groupsOf(ip)
  return isMapped(groups)
    ? (groups[6] ?? 0) >> 8 === 127
    : groups.every((group, position) => group === (position === 7 ? 1 : 0))
}

/** Return whether a host is this machine, which no other machine reaches by that name or address. */
export const isLocalHost = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))

/**
 * Return the keys under which attempts of a sender are counted. `address` is one IPv4 address or one IPv6 customer's
 * /56 (a customer owns all of it); `network` is the /24 or /56 around it. Source: trust.md row 9
 */
export function senderOf(ip: string): { address: string; network: string } {
  if (isIPv6(ip)) {
    const groups = groupsOf(ip)
    const [high = 0, low = 0] = groups.slice(6)
    if (isMapped(groups)) return senderOf(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`)
    const prefix = groups.slice(0, 4).map((group, position) => (position === 3 ? group & 0xff00 : group).toString(16))
    const network = `${prefix.join(':')}::/56`
    return { address: network, network }
  }
  if (isIPv4(ip)) return { address: ip, network: `${ip.split('.').slice(0, 3).join('.')}.0/24` }
  return { address: 'unknown', network: 'unknown' }
}
