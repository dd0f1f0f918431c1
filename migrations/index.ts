import type { Migration } from 'kysely'
import * as initial from './0001-initial.ts'
import * as referenceData from './0002-reference-data.ts'
import * as projects from './0003-projects.ts'
import * as goods from './0004-goods.ts'
import * as leafCounts from './0005-leaf-counts.ts'
import * as repairs from './0006-repairs.ts'
import * as feedUndo from './0007-feed-undo.ts'
import * as savedViews from './0008-saved-views.ts'
import * as comments from './0009-comments.ts'
import * as userAdmin from './0010-user-admin.ts'
import * as placeCounts from './0011-place-counts.ts'
import * as reservationsAndReports from './0012-reservations-and-reports.ts'
import * as classesAndTestees from './0013-classes-and-testees.ts'
import * as stock from './0014-stock.ts'
import * as stations from './0015-stations.ts'
import * as signIn from './0016-sign-in.ts'
import * as viewsOfEveryList from './0017-views-of-every-list.ts'
import * as siteDeletion from './0018-site-deletion.ts'
import * as deletedClasses from './0019-deleted-classes.ts'
import * as keptAudit from './0020-kept-audit.ts'
import * as sessionCompany from './0021-session-company.ts'
import * as ownerDeletion from './0022-owner-deletion.ts'
import * as serialLetterCase from './0023-serial-letter-case.ts'
import * as placeStates from './0024-place-states.ts'
import * as countedColumns from './0025-counted-columns.ts'
import * as keptFleet from './0026-kept-fleet.ts'
import * as noEmptyCounters from './0027-no-empty-counters.ts'
import * as signInPlaces from './0029-sign-in-places.ts'
import * as writePosition from './0031-write-position.ts'
import * as severalProcesses from './0032-several-processes.ts'
import * as undoByMachine from './0034-undo-by-machine.ts'
import * as makersData from './0035-makers-data.ts'
import * as catalogueLayouts from './0036-catalogue-layouts.ts'
import * as cityVentilation from './0038-city-ventilation.ts'
import * as tidiedTables from './0040-tidied-tables.ts'
import * as projectCustomer from './0041-project-customer.ts'
import * as auditSearch from './0044-audit-search.ts'
import * as daysByCompany from './0045-days-by-company.ts'
import * as reportedSums from './0046-reported-sums.ts'
import * as sumsByType from './0050-sums-by-type.ts'
import * as newestEvents from './0051-newest-events.ts'
import * as ownersOfDays from './0052-owners-of-days.ts'
import * as repairsByPlace from './0053-repairs-by-place.ts'
import * as placeChanges from './0055-place-changes.ts'
import * as newestTroubles from './0056-newest-troubles.ts'
import * as historyMonths from './0060-history-months.ts'
import * as tracePlaces from './0064-trace-places.ts'
import * as keptFigures from './0065-kept-figures.ts'
import * as boundedLists from './0066-bounded-lists.ts'
import * as commentPlaces from './0067-comment-places.ts'
import * as searchStatistics from './0068-search-statistics.ts'
import * as conflictPlaces from './0069-conflict-places.ts'
import * as triggerArrays from './0070-trigger-arrays.ts'
import * as tenantKeys from './0071-tenant-keys.ts'
import * as transfers from './0072-transfers.ts'
import * as serialLists from './0073-serial-lists.ts'
import * as warningCare from './0074-warning-care.ts'
import * as stocktakes from './0075-stocktakes.ts'
import * as orderedParts from './0076-ordered-parts.ts'
import * as deviceFacts from './0077-device-facts.ts'
import * as repairTerms from './0078-repair-terms.ts'
import * as alerts from './0080-alerts.ts'
import * as channels from './0085-channels.ts'
import * as deliveries from './0086-deliveries.ts'
import * as digests from './0087-digests.ts'
import * as reportTokens from './0090-report-tokens.ts'
import * as liveReports from './0091-live-reports.ts'
import * as waitingPeople from './0095-waiting-people.ts'
import * as schedules from './0100-schedules.ts'
import * as feedSources from './0101-feed-sources.ts'
import * as machineTypes from './0105-machine-types.ts'
import * as boundedEvents from './0106-bounded-events.ts'
import * as factFilters from './0115-fact-filters.ts'
import * as gatheredMessages from './0116-gathered-messages.ts'
import * as acknowledgedTroubles from './0117-acknowledged-troubles.ts'
import * as halfFilledSums from './0122-half-filled-sums.ts'
import * as eventsByOwner from './0123-events-by-owner.ts'
import * as factsBySite from './0124-facts-by-site.ts'
import * as eventsByOwnerOnNodes from './0125-events-by-owner-on-nodes.ts'
import * as statementsOfAccounts from './0128-statements-of-accounts.ts'
import * as coverageByDay from './0129-coverage-by-day.ts'
import * as statementsReliedOn from './0130-statements-relied-on.ts'
import * as drawingVersion from './0131-drawing-version.ts'
import * as listsOfOneBase from './0132-lists-of-one-base.ts'
import * as rareRecords from './0133-rare-records.ts'
import * as outcomesOfRepeats from './0134-outcomes-of-repeats.ts'
import * as callKeys from './0135-call-keys.ts'

/** All migrations in order; a static list, so that a bundle contains them. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-reference-data': referenceData,
  '0003-projects': projects,
  '0004-goods': goods,
  '0005-leaf-counts': leafCounts,
  '0006-repairs': repairs,
  '0007-feed-undo': feedUndo,
  '0008-saved-views': savedViews,
  '0009-comments': comments,
  '0010-user-admin': userAdmin,
  '0011-place-counts': placeCounts,
  '0012-reservations-and-reports': reservationsAndReports,
  '0013-classes-and-testees': classesAndTestees,
  '0014-stock': stock,
  '0015-stations': stations,
  '0016-sign-in': signIn,
  '0018-site-deletion': siteDeletion,
  '0017-views-of-every-list': viewsOfEveryList,
  '0019-deleted-classes': deletedClasses,
  '0020-kept-audit': keptAudit,
  '0021-session-company': sessionCompany,
  '0022-owner-deletion': ownerDeletion,
  '0023-serial-letter-case': serialLetterCase,
  '0024-place-states': placeStates,
  '0025-counted-columns': countedColumns,
  '0026-kept-fleet': keptFleet,
  '0027-no-empty-counters': noEmptyCounters,
  '0029-sign-in-places': signInPlaces,
  '0031-write-position': writePosition,
  '0032-several-processes': severalProcesses,
  '0034-undo-by-machine': undoByMachine,
  '0035-makers-data': makersData,
  '0036-catalogue-layouts': catalogueLayouts,
  '0038-city-ventilation': cityVentilation,
  '0040-tidied-tables': tidiedTables,
  '0041-project-customer': projectCustomer,
  '0044-audit-search': auditSearch,
  '0045-days-by-company': daysByCompany,
  '0046-reported-sums': reportedSums,
  '0050-sums-by-type': sumsByType,
  '0051-newest-events': newestEvents,
  '0052-owners-of-days': ownersOfDays,
  '0053-repairs-by-place': repairsByPlace,
  '0055-place-changes': placeChanges,
  '0056-newest-troubles': newestTroubles,
  '0060-history-months': historyMonths,
  '0064-trace-places': tracePlaces,
  '0065-kept-figures': keptFigures,
  '0066-bounded-lists': boundedLists,
  '0067-comment-places': commentPlaces,
  '0068-search-statistics': searchStatistics,
  '0069-conflict-places': conflictPlaces,
  '0070-trigger-arrays': triggerArrays,
  '0071-tenant-keys': tenantKeys,
  '0072-transfers': transfers,
  '0073-serial-lists': serialLists,
  '0074-warning-care': warningCare,
  '0075-stocktakes': stocktakes,
  '0076-ordered-parts': orderedParts,
  '0077-device-facts': deviceFacts,
  '0078-repair-terms': repairTerms,
  '0080-alerts': alerts,
  '0085-channels': channels,
  '0086-deliveries': deliveries,
  '0087-digests': digests,
  '0090-report-tokens': reportTokens,
  '0091-live-reports': liveReports,
  '0095-waiting-people': waitingPeople,
  '0100-schedules': schedules,
  '0101-feed-sources': feedSources,
  '0105-machine-types': machineTypes,
  '0106-bounded-events': boundedEvents,
  '0115-fact-filters': factFilters,
  '0116-gathered-messages': gatheredMessages,
  '0117-acknowledged-troubles': acknowledgedTroubles,
  '0122-half-filled-sums': halfFilledSums,
  '0123-events-by-owner': eventsByOwner,
  '0124-facts-by-site': factsBySite,
  '0125-events-by-owner-on-nodes': eventsByOwnerOnNodes,
  '0128-statements-of-accounts': statementsOfAccounts,
  '0129-coverage-by-day': coverageByDay,
  '0130-statements-relied-on': statementsReliedOn,
  '0131-drawing-version': drawingVersion,
  '0132-lists-of-one-base': listsOfOneBase,
  '0133-rare-records': rareRecords,
  '0134-outcomes-of-repeats': outcomesOfRepeats,
  '0135-call-keys': callKeys,
}
