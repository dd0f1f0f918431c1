import { useMemo } from 'react'
import type { EditedFields } from '#client/ui/form/edit-conflict.tsx'
import type { ClientDetail, SiteDetail } from '#shared/places.ts'
import { useProvinceName } from './use-province-name.ts'

type Place = Pick<ClientDetail | SiteDetail, 'name' | 'province' | 'city' | 'region' | 'pic' | 'smallPic'>

/** Texts of the fields that sites and clients share, for the message about a concurrent edit. */
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
