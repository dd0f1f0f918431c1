import type { z } from 'zod'
import type { Values, Word } from './i18n/index.ts'

/** Messages of our own schemas, and their texts; any other message is zod's English and is not shown. */
const problemWords: Record<string, Word> = {
  day: 'problem.day',
  month: 'problem.month',
  missing: 'problem.missing',
  dateOrder: 'problem.dateOrder',
  dateRange: 'problem.dateRange',
  twoDays: 'problem.twoDays',
  phone: 'problem.phone',
  siteName: 'places.siteName.missing',
  siteDomain: 'places.domain.missing',
  domainForm: 'places.domain.form',
  userName: 'users.userNameWrong',
  stationName: 'stations.name.missing',
  checkMethod: 'measures.checkMethod.missing',
  cashAmount: 'measures.cashAmount.missing',
  decimals: 'problem.decimals',
  positive: 'problem.positive',
  id: 'problem.id',
  wholeNumber: 'problem.wholeNumber',
  yesNo: 'problem.yesNo',
  pressureOrder: 'traces.pressureOrder',
  noFindings: 'traces.noFindings',
  timeOfDay: 'channels.digestAt.wrong',
  channelAddress: 'channels.address.wrong',
  feedAddress: 'feedSources.address.wrong',
  mailAddresses: 'channels.recipients.wrong',
  scheduleWeekdays: 'schedules.weekdays.missing',
  scheduleMonthDay: 'schedules.monthDay.missing',
  scheduleList: 'schedules.list.missing',
  scheduleChannels: 'schedules.channelIds.missing',
  scheduleEachOwn: 'schedules.problem.eachOwn',
  notNegative: 'problem.notNegative',
  goodsTwice: 'problem.goodsTwice',
  orderEmpty: 'goodsOrder.problem.items',
  cashAmountForm: 'measures.cashAmount.wrong',
  point: 'comment.pointWrong',
  tooManyMachines: 'transfer.problem.tooManyMachines',
  oneSelection: 'transfer.problem.oneSelection',
  noTarget: 'transfer.problem.noTarget',
  alertReason: 'problem.alertReason',
  clockTime: 'problem.clockTime',
  threshold: 'problem.threshold',
  notNarrowed: 'problem.notNarrowed',
  silenceTime: 'problem.silenceTime',
  previewVersion: 'preview.problem',
  ipPart: 'problem.ipPart',
  oneLifetime: 'token.oneLifetime',
}

/** Return the text key for a message of one of our schemas; undefined for every other message. */
export const ownProblem = (message: string | undefined): Word | undefined =>
  message === undefined ? undefined : problemWords[message]

/**
 * Return the text key for a schema issue without a message of ours, with the violated limit. `isMissing` = no value was
 * given.
 */
export function problemOf(
  issue: z.core.$ZodIssue | z.core.$ZodRawIssue,
  isMissing: boolean,
): { word: Word; values?: Values } {
  switch (issue.code) {
    case 'too_small':
      return {
        word:
          issue.origin === 'string'
            ? 'problem.tooShort'
            : issue.inclusive === false
              ? 'problem.notAbove'
              : 'problem.tooSmall',
        values: { limit: Number(issue.minimum) },
      }
    case 'too_big':
      return {
        word: issue.origin === 'string' ? 'problem.tooLong' : 'problem.tooBig',
        values: { limit: Number(issue.maximum) },
      }
    case 'not_multiple_of':
      return issue.divisor < 1
        ? { word: 'problem.atMostDecimals', values: { count: Math.round(-Math.log10(issue.divisor)) } }
        : { word: 'problem.invalid' }
    case 'invalid_type':
      return { word: isMissing ? 'problem.missing' : 'problem.invalid' }
    default:
      return { word: 'problem.invalid' }
  }
}
