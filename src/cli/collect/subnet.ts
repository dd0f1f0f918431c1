/** A site has a few subnets; more addresses than these are a typing error. */
const mostAddresses = 65_536

const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

function numberOf(text: string): number | null {
  const parts = octets.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return null
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}
const textOf = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')

/**
 * Return the first and last address of `10.0.0.0/24`, `10.0.0.5-10.0.0.9` or one address; null = another text. The
 * network address and the broadcast address are left out.
 */
function boundsOf(text: string): readonly [number, number] | null {
  const [from = '', rest, ...more] = text.split('/')
  if (more.length > 0) return null
  if (rest !== undefined) {
    const [first, bits] = [numberOf(from), /^\d{1,2}$/.test(rest) ? Number(rest) : 33]
    if (first === null || bits > 32) return null
    const size = 2 ** (32 - bits)
    const network = Math.floor(first / size) * size
    return bits >= 31 ? [network, network + size - 1] : [network + 1, network + size - 2]
  }
  const [low = '', high = low, ...others] = text.split('-').map((part) => part.trim())
  if (others.length > 0) return null
  const [first, last] = [numberOf(low), numberOf(high)]
  return first === null || last === null || last < first ? null : [first, last]
}

/**
 * Return the addresses of subnets, ranges and single addresses, each once; null = one of the texts is invalid, or there
 * are too many addresses.
 */
export function addressesOf(subnets: readonly string[]): string[] | null {
  const found = new Set<string>()
  for (const subnet of subnets.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    const bounds = boundsOf(subnet)
    if (!bounds || bounds[1] - bounds[0] >= mostAddresses) return null
    for (let address = bounds[0]; address <= bounds[1]; address += 1) found.add(textOf(address))
    if (found.size > mostAddresses) return null
  }
  return [...found]
}
