import type { MethodFigures } from '#shared/kpi.ts'

/** Finished inspections of a base by check method; '' = none was named. */
export type Counted = { method: string; companyId: number; count: number }
/** The price of a check method at a base; `amount` in yuan, an exact decimal as text. */
export type Priced = { method: string; companyId: number; amount: string }

const centsPerYuan = 100

/** Convert an exact decimal with at most two decimal places to cents, whole numbers without rounding errors. */
export function centsOf(amount: string): number {
  const [yuan = '0', fraction = ''] = amount.split('.')
  return Number(yuan) * centsPerYuan + Number(fraction.padEnd(2, '0'))
}

/**
 * Return count and amount of each check method, the most expensive first. A base without its own amount uses that of
 * headquarters. Methods with an amount that were not used are at the end with 0.
 */
export function methodFigures(
  counted: readonly Counted[],
  priced: readonly Priced[],
  headquarters: readonly number[],
): { methods: MethodFigures[]; count: number; total: number; unpriced: number } {
  const priceOf = (method: string, companyId: number) =>
    (
      priced.find((one) => one.method === method && one.companyId === companyId) ??
      priced.find((one) => one.method === method && headquarters.includes(one.companyId))
    )?.amount
  const sums = new Map<string, { count: number; cents: number; prices: Set<string | undefined> }>()
  const sumOf = (method: string) => {
    const sum = sums.get(method) ?? { count: 0, cents: 0, prices: new Set<string | undefined>() }
    sums.set(method, sum)
    return sum
  }
  let unpriced = 0
  for (const { method, companyId, count } of counted) {
    const price = priceOf(method, companyId)
    const sum = sumOf(method)
    sum.count += count
    sum.cents += count * centsOf(price ?? '0')
    sum.prices.add(price)
    if (price === undefined) unpriced += count
  }
  for (const { method, amount } of priced) {
    const sum = sumOf(method)
    if (sum.count === 0) sum.prices.add(amount)
  }
  const methods = [...sums].map(([checkMethod, { count, cents, prices }]): MethodFigures => {
    const [price] = prices
    return {
      checkMethod,
      count,
      cashAmount: prices.size === 1 && price !== undefined ? Number(price) : null,
      differs: prices.size > 1,
      total: cents / centsPerYuan,
    }
  })
  methods.sort(
    (one, other) =>
      other.total - one.total || other.count - one.count || one.checkMethod.localeCompare(other.checkMethod, 'zh-CN'),
  )
  const cents = [...sums.values()].reduce((sum, one) => sum + one.cents, 0)
  return { methods, count: methods.reduce((sum, { count }) => sum + count, 0), total: cents / centsPerYuan, unpriced }
}
