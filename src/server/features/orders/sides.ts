import { visibleStocks } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import type { OrderCompany } from '#shared/orders.ts'
import type { OrderType } from '#shared/repairs.ts'

/** Who gives and who receives; null = outside: a supplier, or a consumer. */
export type Sides = { type: OrderType; buyCompanyId: number | null; saleCompanyId: number | null }
type AskedSides = {
  type?: OrderType | undefined
  buyCompanyId?: number | undefined
  saleCompanyId?: number | undefined
}

/** The side that an order was entered for: the giver of goods that go out, the receiver of goods that come in. */
export const ownSideOf = ({ type, buyCompanyId, saleCompanyId }: Sides): number | null =>
  type === '出库' ? saleCompanyId : buyCompanyId

/** Only the company that an order was entered for may change or delete it, and only when the goods came from its own stock or from outside. */
export const mayWrite = (sides: Sides, own: readonly number[]): boolean =>
  own.includes(ownSideOf(sides) ?? 0) && (sides.saleCompanyId === null || own.includes(sides.saleCompanyId))

/** The companies that an order of this caller may name, his own first; others only as receivers. */
export async function orderCompanies(ctx: SignedInContext): Promise<OrderCompany[]> {
  const book = await ctx.services.places.book()
  const own = new Set(await visibleStocks(ctx))
  const headquarters = [...book.companies.values()].filter(
    ({ kind, deleted, id }) => kind === 'headquarters' && !deleted && !own.has(id),
  )
  const companyOf = (id: number) => ({ id, name: book.companies.get(id)?.name ?? '' })
  return [
    ...[...own].map((id) => ({ ...companyOf(id), own: true })),
    ...headquarters.map(({ id }) => ({ ...companyOf(id), own: false })),
  ]
}

/**
 * The sides of an order as it may be written. The side it is entered for is the caller's own company unless he names another one of
 * his; goods are taken only from stock that is his, and given to it, to headquarters, or to the outside.
 * @throws AppError NOT_FOUND for a company that he cannot name, VALIDATION when both sides are the same
 */
export async function sidesOf(ctx: SignedInContext, asked: AskedSides): Promise<Sides> {
  const companies = await orderCompanies(ctx)
  const own = new Set(companies.filter((company) => company.own).map(({ id }) => id))
  const type = asked.type ?? (asked.saleCompanyId === undefined ? '入库' : '出库')
  const home = ctx.viewer.companyId
  const sides = {
    type,
    buyCompanyId: asked.buyCompanyId ?? (type === '入库' ? home : null),
    saleCompanyId: asked.saleCompanyId ?? (type === '出库' ? home : null),
  }
  const mayGive = sides.saleCompanyId === null || own.has(sides.saleCompanyId)
  const mayReceive = sides.buyCompanyId === null || companies.some(({ id }) => id === sides.buyCompanyId)
  if (!mayGive || !mayReceive || !own.has(ownSideOf(sides) ?? 0)) throw new AppError('NOT_FOUND')
  if (sides.buyCompanyId === sides.saleCompanyId) {
    throw new AppError('VALIDATION', {
      fields: [{ field: 'buyCompanyId', problem: word(ctx.request.language, 'goodsOrder.problem.sameSides') }],
    })
  }
  return sides
}
