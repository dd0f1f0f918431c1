import { type ChangeView as Change, useAddressView } from '#client/ui/list/address-view.ts'
import { type RepairView, readRepairView, writeRepairView } from './repair-view.ts'

export type ChangeView = Change<RepairView>
const address = { read: readRepairView, write: writeRepairView }

/** The view in the address, and the function that changes it. */
export const useRepairView = () => useAddressView<RepairView>(address)
