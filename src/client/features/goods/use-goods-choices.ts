import { trpc } from '#client/trpc.ts'
import { type ChoiceOptions, type ChoiceRequest, type Choices, useChoices } from '#client/ui/list/choices.ts'

const all = {}
const useMaterials = (request: ChoiceRequest, options: ChoiceOptions) => trpc.materials.find.useQuery(request, options)
const useMaterialTypes = (request: ChoiceRequest, options: ChoiceOptions) =>
  trpc.materialTypes.find.useQuery(request, options)
const useModels = (request: ChoiceRequest, options: ChoiceOptions) => trpc.models.find.useQuery(request, options)

/** The goods to choose from; `unitOf` = the unit of a kind of goods. */
export function useMaterialChoices(): Choices & { unitOf: (id: number) => string | null } {
  const { rowOf, ...choices } = useChoices(useMaterials, all)
  return { ...choices, unitOf: (id) => rowOf(id)?.unit ?? null }
}
export const useMaterialTypeChoices = (): Choices => useChoices(useMaterialTypes, all)
export const useModelChoices = (): Choices => useChoices(useModels, all)
