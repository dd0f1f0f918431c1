import { useWord } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { PlaceFact } from './place-fact.tsx'
import { useProvinceName } from './use-province-name.ts'

type Location = { province: string | null; city: string | null; region: string | null }

/** Where a site or a client is. A city that is a province itself, such as Shanghai, is named once. */
export function LocationFact({ place: { province, city, region } }: { place: Location }) {
  const say = useWord()
  const provinceName = useProvinceName()
  const { cityName } = usePlaceNames()
  const wide = provinceName(province)
  const town = city && cityName(city)
  return (
    <PlaceFact
      name={say('places.province')}
      value={[wide, town && wide?.startsWith(town) ? null : town, region].filter(Boolean).join(' ')}
    />
  )
}
