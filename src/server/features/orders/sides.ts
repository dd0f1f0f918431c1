import { visibleStocks } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import type { OrderCompany } from '#shared/orders.ts'
import type { OrderType } from '#shared/repairs.ts'

/** The giver and the receiver of an order; null = outside: a supplier or a consumer. */
export type Sides = { type: OrderType; buyCompanyId: number | null; saleCompanyId: number | null }
type RequestedSides = {
  type?: OrderType | undefined
  buyCompanyId?: number | undefined
  saleCompanyId?: number | undefined
}

/** Return the side for which an order was entered: the giver of outgoing goods, the receiver of incoming goods. */
export const ownSideOf = ({ type, buyCompanyId, saleCompanyId }: Sides): number | null =>
  type === '出库' ? saleCompanyId : buyCompanyId

/**
 * Return whether the caller may change or delete an order: only for the company that it was entered for, and only if
 * the goods came from its own stock or from outside.
 */
export const mayWrite = (sides: Sides, own: readonly number[]): boolean =>
  own.includes(ownSideOf(sides) ?? 0) && (sides.saleCompanyId === null || own.includes(sides.saleCompanyId))

/** Return the companies that the caller may name in an order, own ones first. Others can only be receivers. */
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
 * Return the sides of an order after checking them. The side for which it is entered is the caller's company, or
 * another own one that the request names. Goods are taken only from own stock or from outside, and given to own stock,
 * to headquarters or outside.
 * @throws AppError NOT_FOUND for a company that the caller cannot name, VALIDATION when both sides are the same
 */
export async function sidesOf(ctx: SignedInContext, requested: RequestedSides): Promise<Sides> {
  const companies = await orderCompanies(ctx)
  const own = new Set(companies.filter((company) => company.own).map(({ id }) => id))
  const type = requested.type ?? (requested.saleCompanyId === undefined ? '入库' : '出库')
  const home = ctx.viewer.companyId
  const sides = {
    type,
    buyCompanyId: requested.buyCompanyId ?? (type === '入库' ? home : null),
    saleCompanyId: requested.saleCompanyId ?? (type === '出库' ? home : null),
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
