import { mutation, query, router } from '#server/trpc.ts'
import { TransferRequest, TransferredRequest } from '#shared/transfers.ts'
import { transferMachines } from './apply.ts'
import { transferredBy } from './transferred.ts'

export const transfersRouter = router({
  // Transfer machines to another owner or site from a day on, or preview it.
  save: mutation('transfers.save', TransferRequest, transferMachines),
  // The machines that a batch gave to another owner, with the old owner, the new owner and the first day.
  machines: query('transfers.machines', TransferredRequest, transferredBy),
})
