import { AppError } from '#shared/errors.ts'

/** @throws AppError EDITED_BY_OTHERS if the version seen is not the stored one; an undefined version matches any */
export function refuseOutdated(stored: number | undefined, seen: number | undefined): void {
  if (seen !== undefined && seen !== stored) throw new AppError('EDITED_BY_OTHERS')
}
