import type { ReactNode } from 'react'
import { messageOf } from '#client/failures.ts'

/** Why a form was not saved; where somebody else was faster, what they have changed. What was typed stays, and the next save writes it on top of theirs. */
export const PlaceRefusal = ({ error, conflict }: { error: unknown; conflict: ReactNode }) =>
  conflict ??
  (error ? (
    <p role="alert" className="text-danger sm:col-span-2">
      {messageOf(error)}
    </p>
  ) : null)
