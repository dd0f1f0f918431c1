import { z } from 'zod'
import type { Branding, CompanyChoice } from '#shared/auth.ts'
import type { SiteDeletion } from '#shared/places.ts'
import {
  type AccountDetail,
  type AccountRow,
  type ClientDetail,
  type ClientRow,
  type NamedPlace,
  placeCounts,
  type SiteDetail,
  type SiteRow,
} from '#shared/places.ts'
import { answerOf, count, id, optionalId, optionalText, text } from './answer-schemas.ts'

const placed = Object.fromEntries(placeCounts.map((name) => [name, count])) as Record<
  (typeof placeCounts)[number],
  typeof count
>
const address = { province: optionalText, city: optionalText, region: optionalText }
const picture = z.object({ id, url: text, fileName: text, width: count, height: count }).nullable()
const pictures = { smallPicId: optionalId, picId: optionalId, smallPic: picture, pic: picture }

export const siteAnswer = answerOf<SiteRow>()(z.object({ id, name: text, province: optionalText, ...placed }))
export const clientAnswer = answerOf<ClientRow>()(
  z.object({ id, name: text, companyId: id, company: text, province: optionalText, ...placed }),
)
export const accountAnswer = answerOf<AccountRow>()(
  z.object({ id, name: text, clientId: id, client: text, siteId: optionalId, site: optionalText, ...placed }),
)
export const siteDetailAnswer = answerOf<SiteDetail>()(
  z.object({
    id,
    name: text,
    kind: z.enum(['headquarters', 'base']),
    domain: optionalText,
    superCompanyId: optionalId,
    superCompany: optionalText,
    ...address,
    ...pictures,
    totalNumber: z.int().nullable(),
    remainNumber: z.int().nullable(),
    accounts: z.array(id),
    rowVersion: id,
    ...placed,
  }),
)
export const clientDetailAnswer = answerOf<ClientDetail>()(
  z.object({
    id,
    name: text,
    companyId: id,
    company: text,
    ...address,
    ...pictures,
    accounts: z.array(id),
    rowVersion: id,
    ...placed,
  }),
)
export const accountDetailAnswer = answerOf<AccountDetail>()(
  z.object({
    id,
    name: text,
    clientId: id,
    client: text,
    siteId: optionalId,
    site: optionalText,
    rowVersion: id,
    ...placed,
  }),
)
export const namedPlaceAnswer = answerOf<NamedPlace>()(z.object({ id, name: text }))

export const siteDeletionAnswer = answerOf<SiteDeletion>()(
  z.object({
    id: z.int().min(1),
    users: z.int().min(0),
    devices: z.int().min(0),
    restorableUntil: z.string(),
  }),
)

export const companyAnswer = answerOf<CompanyChoice>()(
  z.object({ id, name: text, kind: z.enum(['headquarters', 'base']), superCompanyId: id.nullable() }),
)
export const brandingAnswer = answerOf<Branding['company']>()(
  z.object({ id, name: text, picId: id.nullable(), smallPicId: id.nullable() }).nullable(),
)
