import { stateCounts } from '#server/db/device-counts.ts'
import { allAccounts } from '#server/features/accounts/queries.ts'
import { picturesById } from '#server/features/attachments/pictures.ts'
import { placeCountsOf } from '#server/services/places/place-rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { ClientDetail } from '#shared/places.ts'

/**
 * Return one client with the fields of its form and the counts of its devices by state.
 * @throws AppError NOT_FOUND for a client that does not exist or is out of scope
 */
export async function getClient(ctx: SignedInContext, id: number): Promise<ClientDetail> {
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { clientId: id })
  const book = await places.book()
  const db = ctx.readDb
  const [client, counts, accounts] = await Promise.all([
    db
      .selectFrom('client')
      .select(['id', 'name', 'company_id', 'province', 'city', 'region', 'small_pic_id', 'pic_id', 'row_version'])
      .where('id', '=', id)
      .executeTakeFirst(),
    stateCounts(db, set),
    allAccounts(db, book, set),
  ])
  if (!client) throw new AppError('NOT_FOUND')
  const pictures = await picturesById(ctx, [client.pic_id, client.small_pic_id])
  return {
    id: client.id,
    name: client.name,
    companyId: client.company_id,
    company: book.companies.get(client.company_id)?.name ?? '',
    province: client.province,
    city: client.city,
    region: client.region,
    smallPicId: client.small_pic_id,
    picId: client.pic_id,
    smallPic: pictures.get(client.small_pic_id ?? 0) ?? null,
    pic: pictures.get(client.pic_id ?? 0) ?? null,
    accounts: accounts.map((account) => account.id),
    rowVersion: client.row_version,
    ...placeCountsOf(counts),
  }
}
