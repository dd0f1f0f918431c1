import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not public: this machine, link-local, carriers' own, documentation, multicast. Source: IANA
 * special-purpose registries
 */
const special: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96', // unspecified, loopback, and the obsolete IPv4-compatible form
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Parse a network `address/bits`, or one address; null for anything else. */
function readNetwork(text: string): { address: string; bits: number } | null {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const version = isIP(address)
  const most = version === 6 ? 128 : 32
  if (
    version === 0 ||
    rest.length > 0 ||
    (bits !== undefined && !/^\d{1,3}$/.test(bits)) ||
    Number(bits ?? most) > most
  )
    return null
  return { address, bits: Number(bits ?? most) }
}

/** Return whether a text is a network that a setting may allow. */
export const isNetwork = (text: string): boolean => readNetwork(text) !== null

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network) list.addSubnet(network.address, network.bits, family(network.address))
  }
  return list
}

const specials = listOf(special)

/** Return the IPv4 address inside an IPv6 address: mapped, NAT64 (64:ff9b::/96), or 6to4 (2002::/16); null = none. */
function inner(address: string): string | null {
  // URL normalises an IPv6 address: groups without leading zeros.
  const host = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = host.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = host.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  const ipv4 = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const startsWith = (...prefix: number[]) => prefix.every((group, place) => groups[place] === group)
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return ipv4(groups[6], groups[7])
  return startsWith(0x2002) ? ipv4(groups[1], groups[2]) : null
}

/**
 * Create the check whether messages may be sent to an address: public ones, and networks that the operator allows.
 * @param allowed networks as `address/bits`
 */
export function createAddressRule(allowed: readonly string[]): (address: string) => boolean {
  const permitted = listOf(allowed)
  return (address) => {
    if (isIP(address) === 0) return false
    const embedded = isIP(address) === 6 ? inner(address) : null
    const plain = embedded ?? address.split('%')[0] ?? ''
    if (permitted.check(plain, family(plain))) return true
    return !specials.check(plain, family(plain))
  }
}
