import { alertRoutes } from './alerts.ts'
import { attachmentRoutes } from './attachments.ts'
import { catalogueRoutes } from './catalogue.ts'
import { channelRoutes } from './channels.ts'
import { chartRoutes } from './charts.ts'
import { cityRoutes } from './cities.ts'
import { classRoutes } from './classes.ts'
import { commentRoutes } from './comments.ts'
import { deviceRoutes } from './devices.ts'
import { exportRoutes } from './exports.ts'
import { feedSourceRoutes } from './feed-sources.ts'
import { goodsRoutes } from './goods.ts'
import { kpiRoutes } from './kpi.ts'
import { liveRoutes } from './live.ts'
import { machineTypeRoutes } from './machine-types.ts'
import { companyRoutes, placeDeletionRoutes, placeRoutes } from './places.ts'
import { projectRoutes } from './projects.ts'
import { repairRoutes } from './repairs.ts'
import { reportRoutes } from './reports.ts'
import { reservationRoutes } from './reservations.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedules.ts'
import { stationRoutes } from './stations.ts'
import { stockRoutes } from './stock.ts'
import { systemRoutes } from './system.ts'
import { traceRoutes } from './traces.ts'
import { transferRoutes } from './transfers.ts'
import { userRoutes } from './users.ts'

/** The documented calls, one row each, under the headings of the specifications. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...companyRoutes,
  ...deviceRoutes,
  ...transferRoutes,
  ...alertRoutes,
  ...liveRoutes,
  ...machineTypeRoutes,
  ...chartRoutes,
  ...placeRoutes,
  ...exportRoutes,
  ...stationRoutes,
  ...kpiRoutes,
  ...stockRoutes,
  ...commentRoutes,
  ...traceRoutes,
  ...classRoutes,
  ...repairRoutes,
  ...placeDeletionRoutes,
  ...attachmentRoutes,
  ...reservationRoutes,
  ...reportRoutes,
  ...cityRoutes,
  ...projectRoutes,
  ...goodsRoutes,
  ...catalogueRoutes,
  ...channelRoutes,
  ...scheduleRoutes,
  ...feedSourceRoutes,
  ...systemRoutes,
]
