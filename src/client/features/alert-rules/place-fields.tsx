import { useTypeChoices } from '#client/features/devices/use-machine-types.ts'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import type { DeviceType } from '#shared/devices.ts'

type PlaceValues = {
  companyId: number | null
  siteId: number | null
  clientId: number | null
  accountId: number | null
  type: DeviceType | null
}
type Props<Values extends PlaceValues, Row> = {
  form: RecordForm<Values, Row>
  /** The names of the values that narrow the row: they may not be among the first options. */
  names: { site: string | null; client: string | null; account: string | null } | null
  /** The name of the initial site of a new row. */
  siteName?: string | undefined
  /** false = a kind about whole sites has no owner. */
  withOwners: boolean
}

/** Return the combobox props of options searched on the server. */
const searched = ({
  options,
  loading,
  search,
}: Pick<ReturnType<typeof useSiteChoices>, 'options' | 'loading' | 'search'>) => ({
  options,
  loading,
  onSearch: search,
})

/** The place of a rule or a silence: the base of a new one, a site, and the owner of the machines. */
export function PlaceFields<Values extends PlaceValues, Row>({
  form,
  names,
  siteName,
  withOwners,
}: Props<Values, Row>) {
  const say = useWord()
  const { companyId, clientId } = form.values
  const sites = useSiteChoices(companyId ?? undefined)
  const clients = useClientChoices(companyId ?? undefined)
  const accounts = useAccountChoices(clientId ?? undefined)
  const types = useTypeChoices()
  const change = (patch: Partial<PlaceValues>) => form.change(patch as Partial<Values>)
  const everything = say('ui.unlimited')
  return (
    <>
      {names === null && (
        <BaseChoice
          {...form.choice('companyId')}
          basesOnly
          onChange={(next) => change({ companyId: next, siteId: null, clientId: null, accountId: null })}
        />
      )}
      <Combobox
        {...form.choice('siteId')}
        {...searched(sites)}
        chosenLabel={names?.site ?? siteName}
        placeholder={everything}
        onChange={(siteId) => change({ siteId })}
      />
      {withOwners && (
        <>
          <Combobox
            {...form.choice('clientId')}
            {...searched(clients)}
            chosenLabel={names?.client ?? undefined}
            placeholder={everything}
            onChange={(next) => change({ clientId: next, accountId: null })}
          />
          <Combobox
            {...form.choice('accountId')}
            {...searched(accounts)}
            chosenLabel={names?.account ?? undefined}
            placeholder={everything}
            onChange={(accountId) => change({ accountId })}
          />
          <Select
            {...form.choice('type')}
            options={types}
            emptyLabel={everything}
            onChange={(type) => change({ type })}
          />
        </>
      )}
    </>
  )
}
