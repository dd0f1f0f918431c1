import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/trpc.ts'
import { listRequestOf, type RepairView } from './repair-view.ts'

/** The page of records that a view asks for; the last one stays while the next comes. */
export const useRepairList = (view: RepairView) =>
  trpc.repairs.find.useQuery(
    { ...listRequestOf(view), page: view.page, size: view.size },
    { placeholderData: keepPreviousData },
  )
