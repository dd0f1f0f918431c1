import { useMemo } from 'react'
import { useWord } from '#client/i18n.ts'
import type { ClientDetail, SiteDetail } from '#shared/places.ts'
import { useProvinceName } from './use-province-name.ts'

type Place = Pick<ClientDetail | SiteDetail, 'province' | 'city' | 'region' | 'pic' | 'smallPic'>

/** How the fields that a site and a client share are named, for what somebody else has changed of them. */
export function usePlaceLabels() {
  const say = useWord()
  const provinceName = useProvinceName()
  return useMemo(
    () => ({
      province: { label: say('places.province'), text: ({ province }: Place) => provinceName(province) },
      city: { label: say('places.city') },
      region: { label: say('places.region') },
      pic: { label: say('places.pic'), text: ({ pic }: Place) => pic?.fileName ?? null },
      smallPic: { label: say('places.smallPic'), text: ({ smallPic }: Place) => smallPic?.fileName ?? null },
    }),
    [say, provinceName],
  )
}
