import { useMemo } from 'react'
import type { EditedFields } from '#client/ui/form/edit-conflict.tsx'
import type { ClientDetail, SiteDetail } from '#shared/places.ts'
import { useProvinceName } from './use-province-name.ts'

type Place = Pick<ClientDetail | SiteDetail, 'name' | 'province' | 'city' | 'region' | 'pic' | 'smallPic'>

/** How the fields that a site and a client share are written for people, for what somebody else has changed of them. */
export function usePlaceFields(): EditedFields<Place> {
  const provinceName = useProvinceName()
  return useMemo(
    () => ({
      ...{ name: true, city: true, region: true },
      province: ({ province }) => provinceName(province),
      pic: ({ pic }) => pic?.fileName ?? null,
      smallPic: ({ smallPic }) => smallPic?.fileName ?? null,
    }),
    [provinceName],
  )
}
