import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/trpc.ts'
import { listRequestOf, type RepairView } from './repair-view.ts'

/** The page of records for a view; the last page stays visible while the next one loads. */
export const useRepairList = (view: RepairView) =>
  trpc.repairs.find.useQuery(
    { ...listRequestOf(view), page: view.page, size: view.size },
    { placeholderData: keepPreviousData },
  )
