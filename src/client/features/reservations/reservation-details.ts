import { say } from '#client/i18n.ts'
import { figures } from '#client/ui/list/columns.tsx'
import type { DetailsOf } from '#client/ui/list/details-of.ts'
import type { ReservationRow } from '#shared/reservations.ts'

/** The details of a reservation, also in the reception, whose table has fewer columns. */
export const reservationDetails: DetailsOf<ReservationRow> = {
  title: ({ tankerNumber }) => tankerNumber,
  without: ['tankerNumber', 'period', 'reserveTime', 'company', 'userName', 'createTime'],
  facts: ({ reserveTime, reservePeriod, company, userName, createTimeStr }) => [
    { name: say('reservation.slot'), value: figures(`${reserveTime} ${say(`planning.short.${reservePeriod}`)}`) },
    { name: say('planning.company'), value: company },
    { name: say('reservation.userName'), value: userName },
    { name: say('reservation.createTime'), value: figures(createTimeStr) },
  ],
}
