type Company = { id: number; kind: 'headquarters' | 'base'; superCompanyId: number | null }

/**
 * Return the bases that a board of a company offers, and the chosen one: the requested one, else the own company.
 * Headquarters receives no tankers, so its default is the first base.
 */
export function chosenBase<One extends Company>(
  companies: readonly One[],
  ownId: number,
  requestedId?: number | undefined,
): { inside: One[]; chosenId: number } {
  const bases = companies.filter(({ kind }) => kind === 'base')
  const inside =
    companies.find(({ id }) => id === ownId)?.kind === 'headquarters'
      ? bases
      : bases.filter(({ id, superCompanyId }) => id === ownId || superCompanyId === ownId)
  const chosen = inside.find(({ id }) => id === requestedId) ?? inside.find(({ id }) => id === ownId) ?? inside[0]
  return { inside, chosenId: chosen?.id ?? ownId }
}
